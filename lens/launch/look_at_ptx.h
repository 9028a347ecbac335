#pragma once

#include "lens/process/request.h"

namespace clgauge::lens {

// Fills in features and calls for a request whose object is PTX: those of look_at_ir(). Throws
// Refusal for what cannot be walked, and Error(input) for what is no such kernel or launch.
void look_at_ptx(const LensRequest& request, LensAnswer& answer);

}  // namespace clgauge::lens
