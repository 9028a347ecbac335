#pragma once

#include <functional>
#include <string>

#include "collector/source.h"

namespace clang {
class FrontendAction;
}

namespace clgauge::collector {

// Runs an action of Clang on text in memory, with the embedded headers, the build options and the
// confined includes that every part of the collector uses. Announces no vendor's extensions; a
// source that does not compile without them, or whose kernels stand behind one ("#ifdef
// cl_intel_subgroups"; `found_kernels` says no), is tried again with them, for which
// `fresh_action` gives another action. Returns which condition of the preprocessor leaves a kernel
// out, empty for none. Throws Error(input) like compile().
std::string run_clang(const Source& source,
                      const std::function<clang::FrontendAction&()>& fresh_action,
                      const std::function<bool()>& found_kernels);

}  // namespace clgauge::collector
