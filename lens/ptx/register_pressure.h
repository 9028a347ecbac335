#pragma once

#include "lens/ptx/module.h"

namespace clgauge::lens::ptx {

// What a work-item of a kernel holds when ptxas has compiled it for sm_90 (docs/lens-ptx.md says
// how near this comes). Functions that are called and not inlined are not looked into.
struct RegisterUse {
  // Of 32 bits, as `ptxas -v` reports them; the processor hands them out in eights. Up to 32, with
  // which 2048 work-items fit, fewer mean nothing: ptxas often takes what is free.
  unsigned registers = 0;
  double spilled_bytes = 0;  // of private memory, for what 255 registers do not hold
};
[[nodiscard]] RegisterUse register_use(const Function& function);

}  // namespace clgauge::lens::ptx
