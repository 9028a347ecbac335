#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "collector/kernel/kernel_model.h"
#include "model/features.h"
#include "model/features/formula_table.h"
#include "model/features/launch_shape.h"
#include "model/features/pattern.h"
#include "model/terms/device_traits.h"
#include "model/terms/term.h"

namespace clgauge::model {

// Counts chosen features of one kernel model at ever new sizes. What does not depend on sizes,
// above all which accesses a pattern can match, is settled at construction. Thread-safe: bind()
// changes nothing. The kernel model must outlive it.
class FeatureBinder {
 public:
  // Throws Error(input) for a name that is neither a kernel's feature nor one of the terms'.
  FeatureBinder(const collector::KernelModel& model, const DeviceTraits& traits,
                std::span<const std::string> features,
                std::span<const Term* const> terms = builtin_terms());
  FeatureBinder(const FeatureBinder&) = delete;
  FeatureBinder& operator=(const FeatureBinder&) = delete;

  // What is wrong with the counts, beside the counts.
  struct Problems {
    std::vector<bool> unknown;       // by feature
    std::vector<bool> upper_bounds;  // by feature
    std::vector<std::string> uncovered;
  };

  // Scratch memory, reused from call to call; one per thread.
  struct Workspace {
    FormulaTable::Workspace formulas;
    std::vector<double> term_counts;
  };

  // Writes one count for each feature. Pass no `problems` when they have been looked at before.
  // Throws as LaunchSlots::shape() does.
  void bind(const collector::Bindings& bindings, std::span<double> counts, Workspace& workspace,
            Problems* problems = nullptr, DataGuess::Case which = DataGuess::Case::usual) const;
  // Whether some counts are guessed: bind() then says something else in each case.
  [[nodiscard]] bool guesses() const { return !table_.guess().empty(); }

 private:
  struct AccessTarget {
    std::size_t feature;
    const AccessPattern* pattern;
  };

  // Where the formulas of one access stand in the table.
  struct AccessSlots {
    std::size_t total = 0;
    std::array<std::size_t, 3> local_strides{};
    std::array<std::size_t, 3> group_strides{};
    std::size_t array = kNoArray;
    std::vector<AccessTarget> targets;
  };
  struct ArraySlots {
    std::size_t accesses = 0;
    std::size_t footprint = 0;
  };
  // One total that goes to some features.
  struct CountSlot {
    std::size_t total = 0;
    std::vector<std::size_t> features;
  };
  // What bind() passes on to its parts.
  struct Binding {
    const FormulaTable::Values& values;
    const LaunchShape& shape;
    std::span<double> counts;
    Problems* problems;
  };
  // A term that some of the features belong to.
  struct UsedTerm {
    const Term* term = nullptr;
    std::unique_ptr<BoundTerm> bound;
    std::vector<std::pair<std::size_t, std::size_t>> features;  // the term's -> ours
  };
  static constexpr std::size_t kNoArray = ~std::size_t{0};

  void add_slots();
  [[nodiscard]] bool plan_term_feature(const std::string& name, std::size_t feature,
                                       const DeviceTraits& traits,
                                       std::span<const Term* const> terms);
  void bind_terms(const Binding& binding, Workspace& workspace) const;
  template <typename Work>
  [[nodiscard]] bool covered_by_term(const Work& work) const;
  void plan(std::size_t feature);
  void bind_accesses(const Binding& binding) const;
  void bind_operations(const Binding& binding) const;
  void bind_synchronisation(const Binding& binding) const;
  void bind_quantity(const Binding& binding, std::size_t feature, LaunchQuantity quantity) const;
  [[nodiscard]] static double value_of(const Binding& binding, std::size_t slot,
                                       collector::CountFlag flag, std::size_t feature);
  [[nodiscard]] std::optional<double> access_to_footprint(const Binding& binding,
                                                          std::size_t array) const;

  const collector::KernelModel& model_;
  unsigned sub_group_size_;
  std::vector<std::optional<FeaturePattern>> patterns_;  // nothing for a term's feature
  FormulaTable table_;
  LaunchSlots launch_;
  std::vector<AccessSlots> accesses_;  // by access of the model
  std::vector<ArraySlots> arrays_;     // by array of the model
  std::vector<CountSlot> operations_;  // by operation of the model
  std::vector<CountSlot> syncs_;       // by synchronisation of the model
  std::vector<UsedTerm> terms_;
  bool distinguishes_operations_ = false;
  std::vector<std::string> distinguished_spaces_;
};

}  // namespace clgauge::model
