#include "service/engine/device_portrait.h"

#include <algorithm>
#include <map>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "collector/version.h"
#include "db/portrait_table.h"
#include "model/features.h"
#include "model/predict/predict.h"
#include "model/terms/lens_term.h"

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

nlohmann::json or_null(const std::optional<double>& number) {
  return number ? nlohmann::json(*number) : nlohmann::json();
}

std::optional<double> number_or_nothing(const nlohmann::json& json) {
  return json.is_null() ? std::nullopt : std::optional(json.get<double>());
}

}  // namespace

DevicePortrait portrait_of(const std::vector<CountedSample>& samples,
                           const model::FittedModel& fitted, const model::DeviceTraits& traits) {
  const model::Predictor predictor(fitted);
  const bool looks_at_code = model::needs_lens(predictor.features());
  DevicePortrait portrait;
  std::map<double, double> memory;     // bytes per second by footprint
  std::map<double, double> one_array;  // the same, of one array
  for (const CountedSample& sample : samples) {
    const auto work = model::bind_features(sample.kernel, sample.bindings, traits, kWorkDone);
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
    if (!looks_at_code) {
      const auto bound =
          model::bind_features(sample.kernel, sample.bindings, traits, predictor.features());
      portrait.samples.push_back({sample.name, seconds, predictor.predict(bound.values).seconds});
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

DevicePortrait portrait_of(db::Store& store, const StoredModel& stored) {
  const auto kept = stored.uid.empty() ? std::nullopt : db::PortraitTable(store).find(stored.uid);
  if (kept && kept->collector_version == collector::collector_version()) {
    return device_portrait_from_json(nlohmann::json::parse(kept->portrait, nullptr, false));
  }
  DevicePortrait portrait =
      portrait_of(counted_samples(store, stored.calibration.uid, {}), stored.fitted, stored.traits);
  if (!stored.uid.empty()) {
    try {
      keep_portrait(store, stored.uid, portrait);
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::store) {
        throw;
      }
    }
  }
  return portrait;
}

void keep_portrait(db::Store& store, const std::string& model_uid, const DevicePortrait& portrait) {
  db::PortraitTable(store).put(
      {model_uid, collector::collector_version(), to_json(portrait).dump()});
}

nlohmann::json to_json(const DevicePortrait& portrait) {
  nlohmann::json json = {{"float32_flops_per_second", or_null(portrait.float32_flops_per_second)},
                         {"float64_flops_per_second", or_null(portrait.float64_flops_per_second)},
                         {"memory_bytes_per_second", or_null(portrait.memory_bytes_per_second)},
                         {"memory", nlohmann::json::array()},
                         {"samples", nlohmann::json::array()}};
  for (const auto& point : portrait.memory) {
    json["memory"].push_back(
        {{"footprint_bytes", point.footprint_bytes}, {"bytes_per_second", point.bytes_per_second}});
  }
  for (const auto& sample : portrait.samples) {
    json["samples"].push_back({{"kernel", sample.kernel},
                               {"measured_seconds", sample.measured_seconds},
                               {"predicted_seconds", sample.predicted_seconds}});
  }
  return json;
}

DevicePortrait device_portrait_from_json(const nlohmann::json& json) {
  try {
    DevicePortrait portrait;
    portrait.float32_flops_per_second = number_or_nothing(json.at("float32_flops_per_second"));
    portrait.float64_flops_per_second = number_or_nothing(json.at("float64_flops_per_second"));
    portrait.memory_bytes_per_second = number_or_nothing(json.at("memory_bytes_per_second"));
    for (const auto& point : json.at("memory")) {
      portrait.memory.push_back(
          {point.at("footprint_bytes").get<double>(), point.at("bytes_per_second").get<double>()});
    }
    for (const auto& sample : json.at("samples")) {
      portrait.samples.push_back({sample.at("kernel").get<std::string>(),
                                  sample.at("measured_seconds").get<double>(),
                                  sample.at("predicted_seconds").get<double>()});
    }
    return portrait;
  } catch (const nlohmann::json::exception& error) {
    throw Error(ErrorKind::store, std::string("a portrait in the store cannot be read (") +
                                      error.what() + "): calibrate again with --force");
  }
}

}  // namespace clgauge::service
