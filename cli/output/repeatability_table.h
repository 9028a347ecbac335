#pragma once

#include <string>
#include <vector>

#include "cli/command.h"
#include "db/store.h"

namespace clgauge::cli {

// How far these calibrations of one device are apart, to stdout: the spread of the samples and of
// every built-in model's costs, and what repeats worst.
void print_repeatability(db::Store& store, const std::vector<std::string>& calibration_uids,
                         Format format);

}  // namespace clgauge::cli
