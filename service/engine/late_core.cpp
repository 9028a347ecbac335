#include "service/engine/late_core.h"

#include <algorithm>
#include <map>
#include <string>

#include "model/builtin/lens.h"
#include "model/expression/expression.h"

namespace clgauge::service {
namespace {

constexpr std::string_view kDelay = "p_delay";
// How well these samples know it.
constexpr double kSlack = 0.05;
constexpr double kLeastSeconds = 1e-9;

std::optional<double> seconds_of(const std::vector<CountedSample>& counted, std::string_view name) {
  const auto found = std::ranges::find(counted, name, &CountedSample::name);
  return found == counted.end() ? std::nullopt : std::optional(found->usual_seconds);
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

std::optional<double> delay_seconds(const std::vector<CountedSample>& counted) {
  constexpr std::string_view kOne = "late_core groups:1 ";
  const auto alone = seconds_of(counted, "empty_launch group_size:64 groups:1");
  const auto shared = seconds_of(counted, "empty_launch group_size:64 groups:64");
  std::vector<double> delays;
  for (const CountedSample& one : counted) {
    if (!one.name.starts_with(kOne)) {
      continue;
    }
    const std::string links = one.name.substr(kOne.size());
    if (const auto two = seconds_of(counted, "late_core groups:2 " + links)) {
      delays.push_back(*two - one.usual_seconds);
    }
  }
  if (delays.empty() || !alone || !shared) {
    return std::nullopt;
  }
  // A part for each core, where sixty-four groups are handed out in as many as there are.
  const double handing_out = std::max(0.0, *shared - *alone) / model::kLaunchPartsOfCore;
  return std::max(0.0, median(std::move(delays)) - handing_out);
}

model::ModelDefinition with_measured_delay(model::ModelDefinition definition,
                                           const std::vector<CountedSample>& counted) {
  const auto parameters = model::Expression::parse(definition.text).parameters();
  if (std::ranges::find(parameters, kDelay) == parameters.end()) {
    return definition;
  }
  if (const auto delay = delay_seconds(counted)) {
    definition.ranges[std::string(kDelay)] = {*delay, *delay * (1 - kSlack),
                                              *delay * (1 + kSlack) + kLeastSeconds, 0};
  }
  return definition;
}

}  // namespace clgauge::service
