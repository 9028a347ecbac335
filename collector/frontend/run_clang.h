#pragma once

#include "collector/source.h"

namespace clang {
class FrontendAction;
}

namespace clgauge::collector {

// Runs an action of Clang on text in memory, with the embedded headers, the build options and the
// confined includes that every part of the collector uses. Throws Error(input) like compile().
void run_clang(const Source& source, clang::FrontendAction& action);

}  // namespace clgauge::collector
