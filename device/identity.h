#pragma once

#include <cstdint>
#include <string>

#include "device/device.h"

namespace clgauge::device {

// The id that the fields of `identity` give: see Identity::id.
[[nodiscard]] std::string id_of(const Identity& identity);

}  // namespace clgauge::device
