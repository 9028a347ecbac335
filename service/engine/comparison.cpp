#include "service/engine/comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <set>

#include "base/error.h"
#include "collector/kernel/launch_parser.h"
#include "kernels/catalogue.h"
#include "model/features.h"
#include "service/engine/device_record.h"
#include "service/engine/family_launch.h"
#include "service/engine/kernel_catalog.h"
#include "service/engine/predictor.h"
#include "service/store/known_device.h"
#include "service/store/sampled_kernels.h"

namespace clgauge::service {
namespace {

constexpr double kSigmasOf90 = 1.6449;
constexpr const char* kFlops = "f_flops";
constexpr const char* kPerfectCacheBytes = "f_bytes_footprint_global";

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
    KnownDevice known = known_device(store, selector, Among::calibrated);
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

// Seconds of the measurement kernels by their names, each once. The portrait has them at hand, but
// for models of compiled code.
std::map<std::string, double> measured_kernels(db::Store& store, const Compared& device,
                                               const DevicePortrait& portrait) {
  std::map<std::string, double> kernels;
  for (const auto& sample : portrait.samples) {
    kernels.emplace(sample.kernel, sample.measured_seconds);
  }
  if (kernels.empty()) {
    for (const auto& kernel : sampled_kernels(store, device.known.calibration->uid)) {
      kernels.emplace(kernel.name, kernel.seconds);
    }
  }
  return kernels;
}

std::vector<Comparison::Generator> generators_of(db::Store& store,
                                                 const std::vector<Compared>& devices,
                                                 const std::vector<Comparison::Device>& looks) {
  std::map<std::string, std::vector<double>> by_kernel;
  for (std::size_t i = 0; i < devices.size(); ++i) {
    for (const auto& [name, seconds] : measured_kernels(store, devices[i], looks[i].portrait)) {
      auto& of_each = by_kernel[name];
      if (of_each.size() == i) {
        of_each.push_back(seconds);
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

Comparison::Kernel kernel_of(const std::string& name, const collector::KernelModel& counted,
                             const collector::Bindings& bindings,
                             const std::vector<Compared>& devices) {
  const auto work = model::bind_features(counted, bindings, devices.front().predictor->traits(),
                                         std::vector<std::string>{kFlops, kPerfectCacheBytes});
  Comparison::Kernel kernel{name, work.values.at(kFlops), work.values.at(kPerfectCacheBytes), {}};
  for (const auto& device : devices) {
    kernel.seconds.push_back(
        device.predictor->predict_corrected(counted, bindings).prediction.seconds);
  }
  return kernel;
}

void add_family(const kernels::Family& family, const std::vector<Compared>& devices,
                KernelCatalog& catalog, Comparison& comparison) {
  const kernels::Sizes& sizes = family.evaluation_sizes[family.evaluation_sizes.size() / 2];
  Comparison::Family compared{family.name, text_of(sizes), {}};
  compared.best.resize(devices.size());
  for (const auto& variant : family.variants) {
    if (!kernels::violated_constraint(variant, sizes).empty()) {
      continue;
    }
    const auto launch = launch_description(variant, sizes);
    const auto counted = catalog.collect(source_of(variant), variant.kernel, launch);
    auto kernel = kernel_of(family.name + "/" + variant.name, counted,
                            collector::argument_values(launch), devices);
    for (std::size_t i = 0; i < devices.size(); ++i) {
      auto& best = compared.best[i];
      if (best.variant.empty() || kernel.seconds[i] < best.seconds) {
        best = {variant.name, kernel.seconds[i]};
      }
    }
    comparison.kernels.push_back(std::move(kernel));
  }
  comparison.families.push_back(std::move(compared));
}

std::string joined(const std::vector<unsigned>& numbers) {
  std::string text;
  for (const unsigned number : numbers) {
    text += (text.empty() ? "" : ", ") + std::to_string(number);
  }
  return text.empty() ? "none" : text;
}

std::vector<Comparison::Fact> facts_of(const std::vector<Compared>& devices) {
  std::vector<Comparison::Fact> facts;
  const auto add = [&](const char* what, auto value_of) {
    Comparison::Fact fact{what, {}};
    for (const auto& device : devices) {
      fact.values.push_back(value_of(device.known.row));
    }
    facts.push_back(std::move(fact));
  };
  const auto yes_or_no = [](bool yes) { return std::string(yes ? "yes" : "no"); };
  const auto kib = [](std::uint64_t bytes) { return fmt::format("{} KiB", bytes >> 10U); };
  add("type", [](const db::DeviceRow& row) { return row.type; });
  add("compute units", [](const auto& row) { return std::to_string(row.compute_units); });
  add("clock, as the driver says", [](const auto& row) {
    return row.max_clock_mhz == 0 ? "unknown" : fmt::format("{} MHz", row.max_clock_mhz);
  });
  add("global memory", [](const auto& row) {
    return fmt::format("{:.1f} GiB", static_cast<double>(row.global_bytes) / 1073741824.0);
  });
  add("global memory cache", [&](const auto& row) { return kib(row.global_cache_bytes); });
  add("local memory", [&](const auto& row) {
    return kib(row.local_bytes) +
           (row.local_memory_is_dedicated ? " of its own" : " in global memory");
  });
  add("sub-group sizes", [](const auto& row) { return joined(row.sub_group_sizes); });
  add("float64", [&](const auto& row) { return yes_or_no(row.has_float64); });
  add("float16", [&](const auto& row) { return yes_or_no(row.has_float16); });
  return facts;
}

}  // namespace

Comparison compare(db::Store& store, const std::vector<std::string>& selectors,
                   const std::string& model) {
  const std::vector<Compared> devices = compared_devices(store, selectors, model);
  Comparison comparison;
  comparison.model = model;
  for (const auto& device : devices) {
    const auto& calibration = *device.known.calibration;
    comparison.devices.push_back(
        {device.known.row.id, device.known.row.name, device.known.row.platform,
         calibration.finished_at.value_or(calibration.started_at), calibration.effort,
         calibration.stale, portrait_of(store, device.predictor->stored())});
  }
  comparison.facts = facts_of(devices);
  comparison.costs = costs_of(devices);
  comparison.generators = generators_of(store, devices, comparison.devices);
  if (!devices.front().predictor->lens_code()) {  // code is only there where a device is
    KernelCatalog catalog(store);
    for (const auto& family : kernels::families()) {
      if (family.group == "target") {
        add_family(family, devices, catalog, comparison);
      }
    }
  }
  return comparison;
}

}  // namespace clgauge::service
