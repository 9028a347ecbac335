#pragma once

#include "collector/kernel/launch.h"

namespace clgauge::collector {

class PreparedKernel;

// Writes the integers that `values` gives of vectors and structures by value into the kernel, where
// it reads one at a place that is known: number_name(), or the argument's name for all of those
// that have no value of their own. Without a value they stay unknown, as what lies in memory does.
void fix_argument_numbers(PreparedKernel& kernel, const Bindings& values);

}  // namespace clgauge::collector
