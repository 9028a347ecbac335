#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>

#include "lens/evaluate/evaluator.h"
#include "lens/launch/denormal_work.h"
#include "lens/throughput/group_cost.h"

namespace clgauge::lens {

// What groups of a launch would do on the contents that the evaluator knows, of as much of them as
// takes little time: how often each instruction that was run took an assist stands for all of its
// `passes`, per group of the launch.
[[nodiscard]] DenormalWork survey_denormals(Evaluator& evaluator,
                                            const std::array<std::uint64_t, 3>& groups,
                                            const PassCounts& passes,
                                            const std::map<std::string, double>& runtime_calls);

// EvaluationLimits::most_instructions of a group in a survey.
inline constexpr std::uint64_t kSurveyedInstructions = 60'000;

}  // namespace clgauge::lens
