#pragma once

#include <functional>

#include "collector/source.h"

namespace clang {
class FrontendAction;
}

namespace clgauge::collector {

// Runs an action of Clang on text in memory, with the embedded headers, the build options and the
// confined includes that every part of the collector uses. Announces no vendor's extensions; a
// source that does not compile without them is tried again with them, for which `fresh_action`
// gives another action. Throws Error(input) like compile().
void run_clang(const Source& source, const std::function<clang::FrontendAction&()>& fresh_action);

}  // namespace clgauge::collector
