#include "service/engine/device_portrait.h"

#include <algorithm>
#include <map>

#include "model/features.h"
#include "service/engine/fitting.h"

namespace clgauge::service {
namespace {

const std::vector<std::string> kWorkDone = {"f_flops", "f_bytes_footprint_global"};

bool has_tag(const CountedSample& sample, const std::string& tag) {
  return (sample.name + " ").find(" " + tag + " ") != std::string::npos;
}

// Of global memory, by every load and store; nothing where a count depends on data.
std::optional<double> accessed_bytes(const CountedSample& sample) {
  double bytes = 0;
  for (const auto& access : sample.kernel.accesses) {
    if (access.space == "global") {
      const auto count = access.count.total.evaluate(sample.bindings);
      if (!count) {
        return std::nullopt;
      }
      bytes += static_cast<double>(*count) * access.bytes;
    }
  }
  return bytes;
}

void keep_fastest(std::optional<double>& rate, double other) {
  rate = std::max(rate.value_or(0), other);
}

}  // namespace

DevicePortrait portrait_of(db::Store& store, const std::string& calibration_uid,
                           const Predictor& predictor) {
  DevicePortrait portrait;
  std::map<double, double> memory;     // bytes per second by footprint
  std::map<double, double> one_array;  // the same, of one array
  for (const CountedSample& sample : counted_samples(store, calibration_uid, {})) {
    const auto work =
        model::bind_features(sample.kernel, sample.bindings, predictor.traits(), kWorkDone);
    const double seconds = sample.median_seconds;
    if (sample.generator == "arithmetic" && work.unknown.empty()) {
      const double rate = work.values.at("f_flops") / seconds;
      if (has_tag(sample, "dtype:float32")) {
        keep_fastest(portrait.float32_flops_per_second, rate);
      } else if (has_tag(sample, "dtype:float64")) {
        keep_fastest(portrait.float64_flops_per_second, rate);
      }
    }
    const bool streams = sample.generator == "global_load" || sample.generator == "mountain";
    const auto bytes = streams ? accessed_bytes(sample) : std::nullopt;
    if (bytes && work.unknown.empty() && has_tag(sample, "lstride:1") &&
        has_tag(sample, "dtype:float32")) {
      const double footprint = work.values.at("f_bytes_footprint_global");
      const double rate = *bytes / seconds;
      memory[footprint] = std::max(memory[footprint], rate);
      if (!has_tag(sample, "arrays:2") && !has_tag(sample, "arrays:3")) {
        one_array[footprint] = std::max(one_array[footprint], rate);
      }
    }
    if (!predictor.looks_at_code()) {
      portrait.samples.push_back(
          {sample.name, seconds,
           predictor.predict(sample.kernel, sample.bindings).prediction.seconds});
    }
  }
  for (const auto& [footprint, rate] : one_array) {
    portrait.memory.push_back({footprint, rate});
  }
  if (!memory.empty()) {
    portrait.memory_bytes_per_second = memory.rbegin()->second;
  }
  return portrait;
}

}  // namespace clgauge::service
