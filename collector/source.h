#pragma once

#include <string>
#include <vector>

namespace clgauge::collector {

// OpenCL C as it goes to the compiler.
struct Source {
  std::string text;
  std::string name = "<source>";  // for diagnostics
  std::string options;            // as for clBuildProgram: "-DTS=16 -cl-std=CL1.2 -I dir"
  std::vector<std::string> include_directories;  // the only folders that #include may reach
};

}  // namespace clgauge::collector
