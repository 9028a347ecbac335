#include "collector/frontend/kernel_choice.h"

#include <algorithm>

#include "base/error.h"

namespace clgauge::collector {
namespace {

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

}  // namespace

std::string chosen_kernel(const std::vector<std::string>& kernels, const std::string& name,
                          const std::string& file, const std::string& left_out) {
  if (kernels.empty()) {
    throw Error(ErrorKind::input,
                file + " holds no kernel" +
                    (left_out.empty() ? ""
                                      : ": " + left_out +
                                            " leaves one out; give what it asks for with "
                                            "--build-options=-D.. if the device's compiler "
                                            "defines it"));
  }
  if (name.empty() && kernels.size() > 1) {
    throw Error(ErrorKind::input,
                file + " holds several kernels: name one with --kernel: " + listed(kernels));
  }
  const std::string& wanted = name.empty() ? kernels.front() : name;
  if (std::find(kernels.begin(), kernels.end(), wanted) == kernels.end()) {
    throw Error(ErrorKind::input,
                "no kernel '" + wanted + "' in " + file + ": it holds " + listed(kernels));
  }
  return wanted;
}

}  // namespace clgauge::collector
