#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "model/definition.h"
#include "service/engine/fitting.h"

namespace clgauge::service {

// Microbenchmarks of one or two groups that say how late the second core joins a launch. They are
// fitted by nobody: of a launch of tens of microseconds that delay is a fifth, as much as counts of
// other samples are off by, to which a fit would bend it.
inline constexpr std::string_view kFamilyOfDelay = "late_core";

// By how much two of its groups take longer than one, less what handing out two groups takes, of
// what it takes to hand out many (`empty_launch`); nothing where samples are missing. Not negative.
// Pure.
[[nodiscard]] std::optional<double> delay_seconds(const std::vector<CountedSample>& counted);

// `definition` with p_delay, if it has one, held to what these samples say.
[[nodiscard]] model::ModelDefinition with_measured_delay(model::ModelDefinition definition,
                                                         const std::vector<CountedSample>& counted);

}  // namespace clgauge::service
