#include "model/features/binder.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/error.h"
#include "model/features/kinds.h"

namespace clgauge::model {

namespace {

using collector::Access;
using collector::ArrayUse;
using collector::Bindings;
using collector::CountFlag;
using collector::OpCount;

// Operations on floating-point numbers that no one calls a flop.
constexpr std::array<std::string_view, 8> kNoFlops = {"neg",    "cmp", "cvt", "minmax",
                                                      "select", "abs", "bit", "copysign"};

double flops_per_operation(const OpCount& op) {
  if (!is_float(op.dtype) || op.index ||
      std::find(kNoFlops.begin(), kNoFlops.end(), op.op) != kNoFlops.end()) {
    return 0;
  }
  return op.op == "madd" ? 2 : 1;
}

bool can_match(const AccessPattern& pattern, const Access& access) {
  return (pattern.array.empty() || pattern.array == access.array) &&
         (pattern.space.empty() || pattern.space == access.space) &&
         (pattern.dtype.empty() || pattern.dtype == access.dtype) &&
         (pattern.lanes == 0 || pattern.lanes == access.lanes) &&
         (pattern.direction.empty() || pattern.direction == access.direction);
}

bool matches(const OperationPattern& pattern, const OpCount& op) {
  if (pattern.dtype != op.dtype) {
    return false;
  }
  if (op.index) {
    return pattern.op == kIndexOperations;
  }
  return pattern.op.empty() || pattern.op == op.op;
}

using StrideValues = std::array<std::optional<std::int64_t>, 3>;

enum class Match { no, unknown, yes };

Match match(const StrideConstraints& constraints, const StrideValues& strides) {
  Match result = Match::yes;
  for (const auto& [dimension, constraint] : constraints) {
    if (!strides[dimension]) {
      result = Match::unknown;
    } else if (!constraint.accepts(static_cast<double>(*strides[dimension]))) {
      return Match::no;
    }
  }
  return result;
}

Match match(const std::optional<Constraint>& constraint, const std::optional<double>& ratio) {
  if (!constraint) {
    return Match::yes;
  }
  if (!ratio) {
    return Match::unknown;
  }
  return constraint->accepts(*ratio) ? Match::yes : Match::no;
}

// All work-items of a sub-group read the same address.
bool is_uniform(const Access& access, const StrideValues& local, const LaunchShape& shape) {
  if (access.count.flag == CountFlag::indirect || !access.affine) {
    return false;
  }
  for (unsigned d = 0; d < 3; ++d) {
    if (shape.varies_in_sub_group(d) && local[d] != std::int64_t{0}) {
      return false;
    }
  }
  return true;
}

// How many of a feature one work-item access is: local memory moves in sub-groups, global memory
// by work-item unless the sub-group reads one address.
double granularity(const Access& access, const StrideValues& local, const LaunchShape& shape) {
  if (!is_off_chip(access.space) || is_uniform(access, local, shape)) {
    return shape.sub_groups_per_item();
  }
  return 1;
}

StrideValues strides_at(const std::array<std::size_t, 3>& slots,
                        const FormulaTable::Values& values) {
  return {values[slots[0]], values[slots[1]], values[slots[2]]};
}

void note(FeatureBinder::Problems* problems, std::vector<bool> FeatureBinder::Problems::*list,
          std::size_t feature) {
  if (problems != nullptr) {
    (problems->*list)[feature] = true;
  }
}

// Launches are counted without the source's formulas, which may be long sums.
bool needs_counts(const std::optional<FeaturePattern>& pattern) {
  if (!pattern) {
    return false;
  }
  const auto* quantity = std::get_if<LaunchQuantity>(&*pattern);
  return quantity == nullptr || *quantity != LaunchQuantity::launches;
}

}  // namespace

FeatureBinder::FeatureBinder(const collector::KernelModel& model, const DeviceTraits& traits,
                             std::span<const std::string> features,
                             std::span<const Term* const> terms)
    : model_(model), sub_group_size_(traits.sub_group_size), launch_(model, table_) {
  patterns_.reserve(features.size());  // AccessTarget points into it
  for (const std::string& name : features) {
    patterns_.push_back(parse_feature(name));
  }
  if (std::any_of(patterns_.begin(), patterns_.end(), needs_counts)) {
    add_slots();
  }
  for (std::size_t feature = 0; feature < features.size(); ++feature) {
    const std::string& name = features[feature];
    if (patterns_[feature]) {
      plan(feature);
    } else if (!plan_term_feature(name, feature, traits, terms)) {
      throw Error(
          ErrorKind::input,
          fmt::format("feature '{}' is none of a kernel's: expected f_op_*, f_mem_access_*, "
                      "f_sync_*, f_thread_groups, f_flops*, f_bytes_* or a term's "
                      "(docs/models.md)",
                      name));
    }
  }
  table_.compile(DataGuess(model_));
}

bool FeatureBinder::plan_term_feature(const std::string& name, std::size_t feature,
                                      const DeviceTraits& traits,
                                      std::span<const Term* const> terms) {
  for (const Term* term : terms) {
    const auto& names = term->features();
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) {
      continue;
    }
    auto used = std::find_if(terms_.begin(), terms_.end(),
                             [&](const UsedTerm& one) { return one.term == term; });
    if (used == terms_.end()) {
      used = terms_.insert(terms_.end(), UsedTerm{term, term->bind(model_, traits, table_), {}});
    }
    used->features.emplace_back(static_cast<std::size_t>(found - names.begin()), feature);
    return true;
  }
  return false;
}

void FeatureBinder::add_slots() {
  const std::size_t zero = table_.add(collector::Formula());
  for (const ArrayUse& use : model_.arrays) {
    arrays_.push_back({table_.add(use.accesses), table_.add(use.footprint)});
  }
  for (const Access& access : model_.accesses) {
    AccessSlots slots;
    slots.total = table_.add(access.count);
    for (unsigned d = 0; d < 3; ++d) {
      // A stride that is not given is zero: the address does not depend on that dimension.
      slots.local_strides[d] =
          d < access.local_strides.size() ? table_.add(access.local_strides[d]) : zero;
      slots.group_strides[d] =
          d < access.group_strides.size() ? table_.add(access.group_strides[d]) : zero;
    }
    for (std::size_t a = 0; a < model_.arrays.size(); ++a) {
      if (model_.arrays[a].array == access.array) {
        slots.array = a;
      }
    }
    accesses_.push_back(std::move(slots));
  }
  for (const OpCount& op : model_.ops) {
    operations_.push_back({table_.add(op.count), {}});
  }
  for (const auto& sync : model_.sync) {
    syncs_.push_back({table_.add(sync.count), {}});
  }
}

void FeatureBinder::plan(std::size_t feature) {
  const FeaturePattern& pattern = *patterns_[feature];
  if (const auto* access = std::get_if<AccessPattern>(&pattern)) {
    for (std::size_t a = 0; a < accesses_.size(); ++a) {
      if (can_match(*access, model_.accesses[a])) {
        accesses_[a].targets.push_back({feature, access});
      }
    }
    distinguished_spaces_.push_back(access->space);
  } else if (const auto* operation = std::get_if<OperationPattern>(&pattern)) {
    for (std::size_t o = 0; o < operations_.size(); ++o) {
      if (matches(*operation, model_.ops[o])) {
        operations_[o].features.push_back(feature);
      }
    }
    distinguishes_operations_ = true;
  } else if (const auto* sync = std::get_if<SyncPattern>(&pattern)) {
    for (std::size_t s = 0; s < syncs_.size(); ++s) {
      if (model_.sync[s].kind == sync->kind) {
        syncs_[s].features.push_back(feature);
      }
    }
  }
}

double FeatureBinder::value_of(const Binding& binding, std::size_t slot, CountFlag flag,
                               std::size_t feature) {
  const auto& value = binding.values[slot];
  if (!value || flag == CountFlag::data_dependent) {
    note(binding.problems, &Problems::unknown, feature);
  } else if (flag == CountFlag::upper) {
    note(binding.problems, &Problems::upper_bounds, feature);
  }
  return static_cast<double>(value.value_or(0));
}

std::optional<double> FeatureBinder::access_to_footprint(const Binding& binding,
                                                         std::size_t array) const {
  if (array == kNoArray || model_.arrays[array].footprint_flag == CountFlag::data_dependent) {
    return std::nullopt;
  }
  const auto& accesses = binding.values[arrays_[array].accesses];
  const auto& footprint = binding.values[arrays_[array].footprint];
  if (!accesses || !footprint || *footprint <= 0) {
    return std::nullopt;
  }
  return static_cast<double>(*accesses) / static_cast<double>(*footprint);
}

void FeatureBinder::bind_accesses(const Binding& binding) const {
  for (std::size_t a = 0; a < accesses_.size(); ++a) {
    const Access& access = model_.accesses[a];
    const AccessSlots& slots = accesses_[a];
    const StrideValues local_strides = strides_at(slots.local_strides, binding.values);
    const StrideValues group_strides = strides_at(slots.group_strides, binding.values);
    bool covered = false;
    for (const AccessTarget& target : slots.targets) {
      const AccessPattern& pattern = *target.pattern;
      const Match matched = std::min(
          {match(pattern.local_strides, local_strides), match(pattern.group_strides, group_strides),
           match(pattern.access_to_footprint, access_to_footprint(binding, slots.array))});
      if (matched == Match::no) {
        continue;
      }
      if (matched == Match::unknown) {
        note(binding.problems, &Problems::unknown, target.feature);
        continue;
      }
      covered = true;
      const double lanes = pattern.lanes == 0 ? access.lanes : 1;
      binding.counts[target.feature] +=
          value_of(binding, slots.total, access.count.flag, target.feature) * lanes *
          granularity(access, local_strides, binding.shape);
    }
    if (binding.problems == nullptr || covered || binding.values[slots.total] == std::int64_t{0}) {
      continue;
    }
    const bool distinguished = std::any_of(
        distinguished_spaces_.begin(), distinguished_spaces_.end(),
        [&](const std::string& space) { return space.empty() || space == access.space; });
    if (distinguished && !covered_by_term(access)) {
      binding.problems->uncovered.push_back(fmt::format(
          "{} {} {} of {}", access.space, access.dtype, access.direction, access.array));
    }
  }
}

void FeatureBinder::bind_operations(const Binding& binding) const {
  const double sub_groups = binding.shape.sub_groups_per_item();
  for (std::size_t o = 0; o < operations_.size(); ++o) {
    const OpCount& op = model_.ops[o];
    const CountSlot& slot = operations_[o];
    for (const std::size_t feature : slot.features) {
      binding.counts[feature] += value_of(binding, slot.total, op.count.flag, feature) * sub_groups;
    }
    if (binding.problems != nullptr && slot.features.empty() && distinguishes_operations_ &&
        !op.index && binding.values[slot.total] != std::int64_t{0} && !covered_by_term(op)) {
      binding.problems->uncovered.push_back(fmt::format("{} {}", op.dtype, op.op));
    }
  }
}

void FeatureBinder::bind_synchronisation(const Binding& binding) const {
  for (std::size_t s = 0; s < syncs_.size(); ++s) {
    for (const std::size_t feature : syncs_[s].features) {
      binding.counts[feature] +=
          value_of(binding, syncs_[s].total, model_.sync[s].count.flag, feature);
    }
  }
}

void FeatureBinder::bind_quantity(const Binding& binding, std::size_t feature,
                                  LaunchQuantity quantity) const {
  const LaunchShape& shape = binding.shape;
  double& count = binding.counts[feature];
  const auto flops = [&](std::string_view dtype) {
    for (std::size_t o = 0; o < operations_.size(); ++o) {
      const OpCount& op = model_.ops[o];
      const double each = flops_per_operation(op);
      if (each > 0 && (dtype.empty() || op.dtype == dtype)) {
        count += each * value_of(binding, operations_[o].total, op.count.flag, feature);
      }
    }
  };
  switch (quantity) {
    case LaunchQuantity::launches:
      count = 1;
      return;
    case LaunchQuantity::groups:
      count = static_cast<double>(shape.groups);
      return;
    case LaunchQuantity::work_items:
      count = static_cast<double>(shape.work_items());
      return;
    case LaunchQuantity::sub_groups:
      count = static_cast<double>(shape.groups * shape.sub_groups_per_group());
      return;
    case LaunchQuantity::flops:
      flops("");
      return;
    case LaunchQuantity::flops_float32:
      flops("float32");
      return;
    case LaunchQuantity::flops_float64:
      flops("float64");
      return;
    case LaunchQuantity::bytes_global:
      for (std::size_t a = 0; a < accesses_.size(); ++a) {
        const Access& access = model_.accesses[a];
        if (is_off_chip(access.space)) {
          count += access.bytes * value_of(binding, accesses_[a].total, access.count.flag, feature);
        }
      }
      return;
    case LaunchQuantity::bytes_footprint:
      for (std::size_t a = 0; a < arrays_.size(); ++a) {
        const ArrayUse& use = model_.arrays[a];
        if (is_off_chip(use.space)) {
          const int ways = (use.loaded ? 1 : 0) + (use.stored ? 1 : 0);
          count += ways * use.element_bytes *
                   value_of(binding, arrays_[a].footprint, use.footprint_flag, feature);
        }
      }
      return;
  }
}

template <typename Work>
bool FeatureBinder::covered_by_term(const Work& work) const {
  return std::any_of(terms_.begin(), terms_.end(),
                     [&](const UsedTerm& used) { return used.term->covers(work); });
}

void FeatureBinder::bind_terms(const Binding& binding, Workspace& workspace) const {
  for (const UsedTerm& used : terms_) {
    workspace.term_counts.assign(used.term->features().size(), 0.0);
    used.bound->count(binding.values, binding.shape, workspace.term_counts);
    for (const auto& [theirs, ours] : used.features) {
      binding.counts[ours] = workspace.term_counts[theirs];
    }
  }
  if (terms_.empty() || binding.problems == nullptr) {
    return;
  }
  for (const UsedTerm& used : terms_) {
    for (const auto& [theirs, ours] : used.features) {
      if (std::isnan(binding.counts[ours])) {
        binding.problems->unknown[ours] = true;
      }
    }
  }
  // A term mixes all counts of the kernel: what one of them lacks, its features lack.
  bool any_unknown = false;
  bool any_bound = false;
  const auto look_at = [&](CountFlag flag, const std::optional<std::int64_t>& value) {
    const bool is_unknown = !value || flag == CountFlag::data_dependent;
    any_unknown = any_unknown || is_unknown;
    any_bound = any_bound || (!is_unknown && flag == CountFlag::upper);
  };
  for (std::size_t a = 0; a < accesses_.size(); ++a) {
    look_at(model_.accesses[a].count.flag, binding.values[accesses_[a].total]);
  }
  for (std::size_t o = 0; o < operations_.size(); ++o) {
    look_at(model_.ops[o].count.flag, binding.values[operations_[o].total]);
  }
  if (!any_unknown && !any_bound) {
    return;
  }
  for (const UsedTerm& used : terms_) {
    for (const auto& [theirs, ours] : used.features) {
      if (any_unknown) {
        binding.problems->unknown[ours] = true;
      }
      if (any_bound) {
        binding.problems->upper_bounds[ours] = true;
      }
    }
  }
}

void FeatureBinder::bind(const Bindings& bindings, std::span<double> counts, Workspace& workspace,
                         Problems* problems, DataGuess::Case which) const {
  if (counts.size() != patterns_.size()) {
    throw Error(ErrorKind::internal, "feature binder: wrong number of counts");
  }
  std::fill(counts.begin(), counts.end(), 0.0);
  if (problems != nullptr) {
    problems->unknown.assign(patterns_.size(), false);
    problems->upper_bounds.assign(patterns_.size(), false);
    problems->uncovered.clear();
  }
  const FormulaTable::Values& values = table_.evaluate(bindings, workspace.formulas, which);
  const LaunchShape shape = launch_.shape(values, sub_group_size_);
  const Binding binding{values, shape, counts, problems};
  bind_accesses(binding);
  bind_operations(binding);
  bind_synchronisation(binding);
  for (std::size_t feature = 0; feature < patterns_.size(); ++feature) {
    if (patterns_[feature]) {
      if (const auto* quantity = std::get_if<LaunchQuantity>(&*patterns_[feature])) {
        bind_quantity(binding, feature, *quantity);
      }
    }
  }
  bind_terms(binding, workspace);
}

}  // namespace clgauge::model
