#pragma once

#include "lens/code/machine_code.h"

namespace clgauge::lens {

// How many of its first vector arguments a function of the code's image is seen to read: xmm0, xmm1
// and so on, as far as each is read before it is written, from the function's start to its first
// call, jump or return. Compilers leave out of a function of the object what is the same in all its
// calls; who reads as many as there should be has them all.
[[nodiscard]] unsigned vector_arguments_read(const MachineCode& code,
                                             const ImageFunction& function);

}  // namespace clgauge::lens
