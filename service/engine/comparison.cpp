#include "service/engine/comparison.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <set>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "collector/kernel/launch_parser.h"
#include "kernels/catalogue.h"
#include "service/engine/device_record.h"
#include "service/engine/family_launch.h"
#include "service/engine/kernel_catalog.h"
#include "service/engine/predictor.h"
#include "service/store/known_device.h"
#include "service/store/sampled_kernels.h"

namespace clgauge::service {
namespace {

constexpr double kSigmasOf90 = 1.6449;

struct Compared {
  KnownDevice known;
  std::unique_ptr<Predictor> predictor;
};

std::vector<Compared> compared_devices(db::Store& store, const std::vector<std::string>& selectors,
                                       const std::string& model) {
  if (selectors.size() < 2) {
    throw Error(ErrorKind::usage, "name two devices or more: clgauge devices lists them");
  }
  std::vector<Compared> devices;
  std::set<std::string> ids;
  for (const std::string& selector : selectors) {
    KnownDevice known = known_device(store, selector);
    if (!known.calibration) {
      throw Error(ErrorKind::usage, known.row.name +
                                        " has not been calibrated: run clgauge "
                                        "calibrate on it, or import what it exported");
    }
    if (!ids.insert(known.row.id).second) {
      throw Error(ErrorKind::usage,
                  selector + " names the device " + known.row.id + ", which is there already");
    }
    auto predictor = std::make_unique<Predictor>(store, identity_of(known.row), model);
    devices.push_back({std::move(known), std::move(predictor)});
  }
  return devices;
}

std::vector<Comparison::Cost> costs_of(const std::vector<Compared>& devices) {
  std::map<std::string, std::vector<const model::FittedParameter*>> by_name;
  for (const auto& device : devices) {
    for (const auto& parameter : device.predictor->fitted().parameters) {
      if (parameter.role == model::Role::cost &&
          parameter.status == model::ParameterStatus::fitted && parameter.value > 0) {
        by_name[parameter.name].push_back(&parameter);
      }
    }
  }
  const auto relative_error = [](const model::FittedParameter& parameter) {
    return parameter.standard_error / parameter.value;
  };
  std::vector<Comparison::Cost> costs;
  for (const auto& [name, of_each] : by_name) {
    if (of_each.size() != devices.size()) {
      continue;
    }
    Comparison::Cost cost{name, {}, {}};
    for (const auto* parameter : of_each) {
      const double ratio = parameter->value / of_each.front()->value;
      const double sigma =
          parameter == of_each.front()
              ? 0
              : std::hypot(relative_error(*parameter), relative_error(*of_each.front()));
      const double factor = std::exp(kSigmasOf90 * sigma);
      cost.seconds.push_back(parameter->value);
      cost.ratios.push_back({ratio, ratio / factor, ratio * factor});
    }
    costs.push_back(std::move(cost));
  }
  return costs;
}

// The geometric mean of ratios given as logarithms, and where nine of ten of them lie.
Comparison::Ratio ratio_over(std::vector<double> logs) {
  std::sort(logs.begin(), logs.end());
  const auto at = [&](double quantile) {
    const double place = quantile * static_cast<double>(logs.size() - 1);
    return logs[static_cast<std::size_t>(std::lround(place))];
  };
  double sum = 0;
  for (const double log : logs) {
    sum += log;
  }
  return {std::exp(sum / static_cast<double>(logs.size())), std::exp(at(0.05)), std::exp(at(0.95))};
}

std::vector<Comparison::Generator> generators_of(db::Store& store,
                                                 const std::vector<Compared>& devices) {
  std::map<std::string, std::vector<double>> by_kernel;
  for (std::size_t i = 0; i < devices.size(); ++i) {
    for (const auto& kernel : sampled_kernels(store, devices[i].known.calibration->uid)) {
      auto& seconds = by_kernel[kernel.name];
      if (seconds.size() == i) {
        seconds.push_back(kernel.seconds);
      }
    }
  }
  std::map<std::string, std::vector<std::vector<double>>> by_generator;  // logs by device
  for (const auto& [name, seconds] : by_kernel) {
    if (seconds.size() != devices.size()) {
      continue;
    }
    auto& logs = by_generator[name.substr(0, name.find(' '))];
    logs.resize(devices.size());
    for (std::size_t i = 0; i < devices.size(); ++i) {
      logs[i].push_back(std::log(seconds[i] / seconds[0]));
    }
  }
  std::vector<Comparison::Generator> generators;
  for (const auto& [name, logs] : by_generator) {
    Comparison::Generator generator{name, logs.front().size(), {}};
    for (const auto& of_device : logs) {
      generator.ratios.push_back(ratio_over(of_device));
    }
    generators.push_back(std::move(generator));
  }
  return generators;
}

std::string text_of(const kernels::Sizes& sizes) {
  std::string text;
  for (const auto& [name, value] : sizes) {
    text += (text.empty() ? "" : " ") + name + "=" + std::to_string(value);
  }
  return text;
}

Comparison::Family family_of(KernelCatalog& catalog, const kernels::Family& family,
                             const std::vector<Compared>& devices) {
  const kernels::Sizes& sizes = family.evaluation_sizes[family.evaluation_sizes.size() / 2];
  Comparison::Family compared{family.name, text_of(sizes), {}};
  compared.best.resize(devices.size());
  for (const auto& variant : family.variants) {
    if (!kernels::violated_constraint(variant, sizes).empty()) {
      continue;
    }
    const auto launch = launch_description(variant, sizes);
    const auto counted = catalog.collect(source_of(variant), variant.kernel, launch);
    for (std::size_t i = 0; i < devices.size(); ++i) {
      const double seconds =
          devices[i]
              .predictor->predict_corrected(counted, collector::argument_values(launch))
              .prediction.seconds;
      auto& best = compared.best[i];
      if (best.variant.empty() || seconds < best.seconds) {
        best = {variant.name, seconds};
      }
    }
  }
  return compared;
}

}  // namespace

Comparison compare(db::Store& store, const std::vector<std::string>& selectors,
                   const std::string& model) {
  const std::vector<Compared> devices = compared_devices(store, selectors, model);
  Comparison comparison;
  comparison.model = model;
  for (const auto& device : devices) {
    const auto& calibration = *device.known.calibration;
    comparison.devices.push_back({device.known.row.id, device.known.row.name,
                                  device.known.row.platform,
                                  calibration.finished_at.value_or(calibration.started_at),
                                  calibration.effort, calibration.stale});
  }
  comparison.costs = costs_of(devices);
  comparison.generators = generators_of(store, devices);
  if (!devices.front().predictor->looks_at_code()) {  // code is only there where a device is
    KernelCatalog catalog(store);
    for (const auto& family : kernels::families()) {
      if (family.group == "target") {
        comparison.families.push_back(family_of(catalog, family, devices));
      }
    }
  }
  return comparison;
}

nlohmann::json to_json(const Comparison& comparison) {
  const auto ratios_json = [](const std::vector<Comparison::Ratio>& ratios) {
    nlohmann::json list = nlohmann::json::array();
    for (const auto& one : ratios) {
      list.push_back({{"ratio", one.ratio}, {"interval", {one.low, one.high}}});
    }
    return list;
  };
  nlohmann::json json = {{"model", comparison.model},
                         {"devices", nlohmann::json::array()},
                         {"costs", nlohmann::json::array()},
                         {"generators", nlohmann::json::array()},
                         {"families", nlohmann::json::array()}};
  for (const auto& device : comparison.devices) {
    json["devices"].push_back({{"id", device.id},
                               {"name", device.name},
                               {"platform", device.platform},
                               {"calibrated_at", device.calibrated_at},
                               {"effort", device.effort},
                               {"stale", device.stale}});
  }
  for (const auto& cost : comparison.costs) {
    json["costs"].push_back(
        {{"cost", cost.name}, {"seconds", cost.seconds}, {"ratios", ratios_json(cost.ratios)}});
  }
  for (const auto& generator : comparison.generators) {
    json["generators"].push_back({{"generator", generator.name},
                                  {"kernels", generator.kernels},
                                  {"ratios", ratios_json(generator.ratios)}});
  }
  for (const auto& family : comparison.families) {
    nlohmann::json best = nlohmann::json::array();
    for (const auto& one : family.best) {
      best.push_back({{"variant", one.variant}, {"seconds", one.seconds}});
    }
    json["families"].push_back(
        {{"family", family.name}, {"sizes", family.sizes}, {"best", std::move(best)}});
  }
  return json;
}

}  // namespace clgauge::service
