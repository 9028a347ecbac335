#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "collector/kernel/kernel_model.h"
#include "model/features/formula_table.h"
#include "model/features/launch_shape.h"
#include "model/terms/device_traits.h"

namespace clgauge::model {

// A term made ready for one kernel: counts its features at ever new sizes. Thread-safe.
class BoundTerm {
 public:
  virtual ~BoundTerm() = default;
  // Writes one count for each of the term's features, in their order. `values` are those of the
  // table that the term was bound with; a value that is missing counts nothing. NaN: unknown.
  virtual void count(const FormulaTable::Values& values, const LaunchShape& shape,
                     std::span<double> counts) const = 0;
};

// A family of features that follows from a physical argument: cache lines by level, say. A model
// uses a term by naming its features; the fit needs to know nothing of it.
class Term {
 public:
  virtual ~Term() = default;
  [[nodiscard]] virtual const std::string& name() const = 0;
  [[nodiscard]] virtual const std::vector<std::string>& features() const = 0;
  // Adds the formulas that it needs to the table. The kernel model must outlive the result.
  [[nodiscard]] virtual std::unique_ptr<BoundTerm> bind(const collector::KernelModel& model,
                                                        const DeviceTraits& traits,
                                                        FormulaTable& table) const = 0;
  // Whether its features count such work: what nothing counts is named in a prediction.
  [[nodiscard]] virtual bool covers(const collector::OpCount& op) const;
  [[nodiscard]] virtual bool covers(const collector::Access& access) const;
};

// The terms of clgauge, in a fixed order. Thread-safe.
[[nodiscard]] std::span<const Term* const> builtin_terms();

}  // namespace clgauge::model
