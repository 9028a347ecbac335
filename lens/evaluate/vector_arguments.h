#pragma once

#include "lens/code/machine_code.h"

namespace clgauge::lens {

// Which of its vector arguments a function of the code's image is seen to read (bit i: xmm i),
// before it writes them, from its start to its first call, jump or return. Compilers leave out of a
// function of the object what is the same in all its calls; who reads as many as there should be
// has them all.
[[nodiscard]] unsigned vector_arguments_read(const MachineCode& code,
                                             const ImageFunction& function);

}  // namespace clgauge::lens
