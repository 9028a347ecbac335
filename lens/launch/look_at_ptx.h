#pragma once

#include <string>

#include "lens/process/request.h"
#include "lens/ptx/kernel.h"
#include "lens/simt/look_at_groups.h"
#include "lens/traffic/second_thread.h"

namespace clgauge::lens {

// A kernel of PTX, read.
struct KnownPtx {
  // Throws Refusal for what cannot be walked, and Error(input) for what is no such kernel.
  KnownPtx(const std::string& object, const std::string& name);
  KnownPtx(const KnownPtx&) = delete;
  KnownPtx& operator=(const KnownPtx&) = delete;

  PtxKernel kernel;
  simt::KernelCode code;  // of it
};

// Fills in features and calls for a request of that kernel: those of look_at_ir(). Throws Refusal
// for what cannot be walked, and Error(input) for what is no such launch. What a multiprocessor
// makes of the groups a second thread finds out, where there is one.
void look_at_ptx(const LensRequest& request, const KnownPtx& known, SecondThread* second,
                 LensAnswer& answer);

}  // namespace clgauge::lens
