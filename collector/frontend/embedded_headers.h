#pragma once

#include <string_view>

namespace clgauge::collector {

// The text of Clang's opencl-c-base.h (types, constants and feature macros of OpenCL C), put into
// the program when it is built: the command must work where no Clang is installed.
extern const std::string_view kOpenclBaseHeader;

}  // namespace clgauge::collector
