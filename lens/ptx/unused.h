#pragma once

#include "lens/ptx/module.h"

namespace clgauge::lens::ptx {

// Takes out what ptxas takes out: instructions whose results reach no store, no atomic update, no
// barrier and no call, loops with nothing but such, and what is multiplied by zero. (AMD's `work2`
// adds up 50,000 bytes to "consume some time": its code has no loop for that.)
void drop_unused(Function& function);

}  // namespace clgauge::lens::ptx
