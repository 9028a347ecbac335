#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "model/features.h"
#include "model/features/binder.h"

namespace clgauge::model {

namespace {

using collector::Access;
using collector::Bindings;
using collector::Formula;
using collector::KernelModel;

// "_lstrides:{0:1;1:48}"; empty when a stride has no value.
std::string strides_text(const char* keyword, const std::vector<Formula>& strides,
                         std::size_t dimensions, const Bindings& bindings) {
  std::string list;
  for (std::size_t d = 0; d < dimensions; ++d) {
    const auto value = d < strides.size() ? strides[d].evaluate(bindings) : std::int64_t{0};
    if (!value) {
      return "";
    }
    list += fmt::format("{}{}:{}", list.empty() ? "" : ";", d, *value);
  }
  return fmt::format("_{}:{{{}}}", keyword, list);
}

std::string reuse_text(const KernelModel& model, const std::string& array,
                       const Bindings& bindings) {
  for (const auto& use : model.arrays) {
    if (use.array != array) {
      continue;
    }
    const auto accesses = use.accesses.evaluate(bindings);
    const auto footprint = use.footprint.evaluate(bindings);
    if (accesses && footprint && *footprint > 0) {
      // The shortest decimal that reads back as the same number: the pattern matches exactly.
      return fmt::format("_afr:{}",
                         static_cast<double>(*accesses) / static_cast<double>(*footprint));
    }
  }
  return "";
}

// Without a number of lanes a name counts the lanes of vectors too: where the kernel has vectors of
// the type, the scalar accesses are named x1.
std::string lanes_text(const KernelModel& model, const Access& access) {
  const bool has_vectors =
      std::any_of(model.accesses.begin(), model.accesses.end(), [&](const Access& other) {
        return other.dtype == access.dtype && other.space == access.space && other.lanes != 1;
      });
  return has_vectors ? fmt::format("x{}", access.lanes) : "";
}

std::string access_name(const KernelModel& model, const Access& access, const Bindings& bindings) {
  std::string name = fmt::format("f_mem_access_{}_{}{}_{}", access.space, access.dtype,
                                 lanes_text(model, access), access.direction);
  if (access.space == "global" || access.space == "constant") {
    const std::size_t dimensions = model.global_size.size();
    name += strides_text("lstrides", access.local_strides, dimensions, bindings);
    name += strides_text("gstrides", access.group_strides, dimensions, bindings);
    name += reuse_text(model, access.array, bindings);
  }
  return name;
}

std::set<std::string> full_names(const KernelModel& model, const Bindings& bindings) {
  std::set<std::string> names = {
      "f_sync_kernel_launch", "f_thread_groups", "f_work_items",
      "f_sub_groups",         "f_flops",         "f_flops_float32",
      "f_flops_float64",      "f_bytes_global",  "f_bytes_footprint_global"};
  for (const auto& op : model.ops) {
    names.insert(fmt::format("f_op_{}_{}", op.dtype, op.index ? "index" : op.op));
  }
  for (const Access& access : model.accesses) {
    names.insert(access_name(model, access, bindings));
  }
  for (const auto& sync : model.sync) {
    names.insert("f_sync_" + sync.kind);
  }
  return names;
}

FeatureVector guessed(const FeatureBinder& binder, const Bindings& bindings,
                      std::span<const std::string> wanted, const FeatureVector& given,
                      DataGuess::Case which) {
  std::vector<double> counts(wanted.size());
  FeatureBinder::Workspace workspace;
  binder.bind(bindings, counts, workspace, nullptr, which);
  FeatureVector values = given;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    values.emplace(wanted[i], std::isnan(counts[i]) ? 0 : counts[i]);
  }
  return values;
}

}  // namespace

BoundFeatures bind_features(const KernelModel& model, const Bindings& bindings,
                            const DeviceTraits& traits, std::span<const std::string> wanted,
                            const FeatureVector& given) {
  const FeatureBinder binder(model, traits, wanted);
  std::vector<double> counts(wanted.size());
  FeatureBinder::Problems problems;
  FeatureBinder::Workspace workspace;
  binder.bind(bindings, counts, workspace, &problems);
  BoundFeatures bound;
  if (binder.guesses()) {
    bound.fewest = guessed(binder, bindings, wanted, given, DataGuess::Case::fewest);
    bound.most = guessed(binder, bindings, wanted, given, DataGuess::Case::most);
  }
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const auto told = given.find(wanted[i]);
    bound.values[wanted[i]] = told != given.end() ? told->second : counts[i];
    if (told != given.end()) {
      continue;
    }
    if (std::isnan(counts[i])) {
      bound.values[wanted[i]] = 0;
    }
    if (problems.unknown[i]) {
      bound.unknown.push_back(wanted[i]);
    } else if (problems.upper_bounds[i]) {
      bound.upper_bounds.push_back(wanted[i]);
    }
  }
  std::set<std::string> seen;
  for (std::string& what : problems.uncovered) {
    if (seen.insert(what).second) {
      bound.uncovered.push_back(std::move(what));
    }
  }
  return bound;
}

BoundFeatures bind_features(const KernelModel& model, const Bindings& bindings,
                            const DeviceTraits& traits) {
  const auto names = full_names(model, bindings);
  return bind_features(model, bindings, traits,
                       std::vector<std::string>(names.begin(), names.end()));
}

BoundFeatures bind_features(const KernelModel& model, const Bindings& bindings,
                            unsigned sub_group_size) {
  return bind_features(model, bindings, host_traits(sub_group_size));
}

BoundFeatures bind_features(const KernelModel& model, const Bindings& bindings,
                            unsigned sub_group_size, std::span<const std::string> wanted) {
  return bind_features(model, bindings, host_traits(sub_group_size), wanted);
}

}  // namespace clgauge::model
