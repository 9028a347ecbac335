#pragma once

#include <map>
#include <string>
#include <string_view>

namespace clgauge::kernels {

// Every .cl file of this folder by its path below it, compiled in (cmake/EmbedKernels.cmake).
[[nodiscard]] const std::map<std::string, std::string_view>& embedded_sources();

}  // namespace clgauge::kernels
