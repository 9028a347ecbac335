#pragma once

#include <map>
#include <optional>
#include <vector>

#include "collector/analysis/condition.h"
#include "collector/analysis/domain.h"
#include "collector/analysis/value_forms.h"

namespace clgauge::collector {

// One of the places that a pointer stands for in turn.
struct PointerCase {
  PointerForm form;
  Condition when = Condition::always();
  // Iterations of a loop that are meant: number % period == residue.
  struct Turn {
    symbolic::Integer period = 1;
    symbolic::Integer residue = 0;
    friend bool operator==(const Turn&, const Turn&) = default;
  };
  std::map<const llvm::Loop*, Turn> turns;
};

// The places of a pointer that is chosen among several arrays: by a select, by the path taken, or
// by the exchange of pointers in every iteration (double buffers, rotating planes). The cases
// exclude each other and one always holds. Nothing when the choice cannot be told.
[[nodiscard]] std::optional<std::vector<PointerCase>> pointer_cases_at(Workspace& workspace,
                                                                       const llvm::Value& pointer,
                                                                       const llvm::BasicBlock& use);

// The part of a block's domain in which the case holds. The loops that take turns get iteration
// numbers of their own there, so `offset` is rewritten along.
[[nodiscard]] Domain narrowed(Workspace& workspace, const Domain& domain, const PointerCase& place,
                              symbolic::Poly& offset);

}  // namespace clgauge::collector
