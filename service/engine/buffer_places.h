#pragma once

#include "device/device.h"
#include "lens/evaluate/trace.h"

namespace clgauge::service {

// Moves the buffers of a launch to where the device's driver would lay them, as far as caches see
// it: what matters is which of them start at one place of a page. Intel's runtime starts all but
// small ones on a page, as lens::buffer_address() does. PoCL takes them from malloc, one behind
// the other on multiples of 128 bytes, unless they are so large that each is mapped by itself.
// And says what can be accessed around those that have pages of their own.
void place_buffers(lens::EvaluatedLaunch& launch, const device::Identity& device);

}  // namespace clgauge::service
