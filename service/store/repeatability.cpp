#include "service/store/repeatability.h"

#include <algorithm>
#include <limits>
#include <map>

#include "db/model_table.h"
#include "service/store/sampled_kernels.h"

namespace clgauge::service {
namespace {

using Values = std::map<std::string, std::vector<double>>;  // one value a calibration

void gather_costs(db::Store& store, const std::string& calibration_uid, const std::string& model,
                  Values& values) {
  const auto models = db::ModelTable(store).list(calibration_uid);
  const auto newest = std::find_if(models.begin(), models.end(),
                                   [&](const db::ModelRow& row) { return row.name == model; });
  if (newest == models.end()) {
    return;
  }
  for (const auto& cost : newest->costs) {
    if (cost.identifiable && cost.value > 0) {
      values[cost.name].push_back(cost.value);
    }
  }
}

std::vector<Spread> spreads_of(const Values& values, std::size_t calibrations) {
  std::vector<Spread> spreads;
  for (const auto& [name, of_each] : values) {
    if (of_each.size() != calibrations) {
      continue;
    }
    const auto [low, high] = std::minmax_element(of_each.begin(), of_each.end());
    double sum = 0;
    for (const double value : of_each) {
      sum += value;
    }
    spreads.push_back({name, (*high - *low) * static_cast<double>(calibrations) / sum});
  }
  return spreads;
}

}  // namespace

double median_spread(const std::vector<Spread>& spreads) {
  if (spreads.empty()) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  std::vector<double> sorted;
  for (const auto& spread : spreads) {
    sorted.push_back(spread.relative);
  }
  std::sort(sorted.begin(), sorted.end());
  const std::size_t half = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

std::vector<Spread> sample_spreads(db::Store& store,
                                   const std::vector<std::string>& calibration_uids) {
  Values times;
  for (const std::string& uid : calibration_uids) {
    for (const auto& sampled : sampled_kernels(store, uid)) {
      times[sampled.name].push_back(sampled.seconds);
    }
  }
  return spreads_of(times, calibration_uids.size());
}

std::vector<Spread> cost_spreads(db::Store& store, const std::vector<std::string>& calibration_uids,
                                 const std::string& model) {
  Values costs;
  for (const std::string& uid : calibration_uids) {
    gather_costs(store, uid, model, costs);
  }
  return spreads_of(costs, calibration_uids.size());
}

}  // namespace clgauge::service
