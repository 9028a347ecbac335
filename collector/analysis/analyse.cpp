#include "collector/analysis/analyse.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <vector>

#include "collector/analysis/accesses.h"
#include "collector/analysis/array_uses.h"
#include "collector/analysis/chains.h"
#include "collector/analysis/conditions.h"
#include "collector/analysis/loop_counts.h"
#include "collector/analysis/loop_trips.h"
#include "collector/analysis/memory_flow.h"
#include "collector/analysis/op_classes.h"
#include "collector/analysis/path_conditions.h"
#include "collector/analysis/value_forms.h"
#include "collector/analysis/variation.h"
#include "collector/analysis/written_formula.h"
#include "collector/frontend/memory_operation.h"
#include "collector/frontend/parameters.h"
#include "collector/kernel/formula_builder.h"

namespace clgauge::collector {
namespace {

using symbolic::Poly;

// Adds up counts of one kind; the least exact flag stands for the sum.
struct Tally {
  Poly per_item;
  Poly total;
  CountFlag flag = CountFlag::exact;

  void add(const BlockCounts::Entry& entry, std::int64_t weight) {
    per_item += entry.per_item * Poly(weight);
    total += entry.total * Poly(weight);
    if (entry.domain.flag == CountFlag::data_dependent || flag == CountFlag::exact) {
      flag = entry.domain.flag;
    }
  }

  [[nodiscard]] Count count(const symbolic::Context& context) const {
    Count result;
    result.flag = flag;
    result.per_item = written(context, per_item, result.flag);
    result.total = written(context, total, result.flag);
    return result;
  }
};

// How the operations of one kind stand in the source.
struct SourceTally {
  double instructions = 0;
  double operations = 0;
  double in_vectors = 0;
  double uniform = 0;

  void add(int lanes, unsigned loop_depth, bool is_uniform) {
    constexpr int kLeastLanes = 3;  // complex numbers are pairs
    const double weight = std::pow(16.0, loop_depth);
    instructions += weight;
    operations += weight * lanes;
    in_vectors += lanes >= kLeastLanes ? weight * lanes : 0;
    uniform += is_uniform ? weight * lanes : 0;
  }
};

// What differs between work-items of a group.
class GroupVariation {
 public:
  explicit GroupVariation(const Workspace& workspace) {
    for (unsigned d = 0; d < workspace.launch.rank(); ++d) {
      along_.push_back(Variation::along_local(workspace, d));
    }
  }
  [[nodiscard]] bool of(const llvm::Value& value) {
    return std::any_of(along_.begin(), along_.end(),
                       [&](Variation& variation) { return variation.of(value); });
  }

 private:
  std::vector<Variation> along_;
};

struct Tallies {
  using Op = std::tuple<std::string, std::string, bool, bool>;  // op, dtype, index, in_local
  std::map<Op, Tally> ops;
  std::map<Op, SourceTally> in_source;
  std::map<std::string, Tally> sync;
  std::vector<std::string> refusals;
};

Tallies tally_instructions(const Workspace& workspace, BlockCounts& counts) {
  Tallies tallies;
  GroupVariation variation(workspace);
  for (const llvm::BasicBlock& block : workspace.kernel.function()) {
    if (llvm::isa<llvm::UnreachableInst>(block.getTerminator())) {
      tallies.refusals.emplace_back(
          "a statement without defined behaviour (a division by zero, a null pointer), and what "
          "leads to it, is not counted");
    }
    for (const llvm::Instruction& instruction : block) {
      if (const auto op = op_class(instruction)) {
        const Tallies::Op key{op->op, op->dtype, op->index, op->in_local};
        tallies.ops[key].add(counts.of(block), op->lanes);
        tallies.in_source[key].add(op->lanes, workspace.kernel.loops().getLoopDepth(&block),
                                   !variation.of(instruction));
      }
      if (const auto kind = sync_kind(instruction)) {
        tallies.sync[*kind].add(counts.of(block), 1);
      }
      if (const auto name = uncounted(instruction)) {
        tallies.refusals.push_back(*name + " in line " + std::to_string(line_of(instruction)) +
                                   " is not counted");
      }
    }
  }
  return tallies;
}

}  // namespace

KernelModel analyse(const PreparedKernel& kernel, const LaunchDescription& launch,
                    const AnalysisLimits& limits) {
  symbolic::Context context;
  const LaunchSpace space(context, kernel.function(), launch);
  Workspace workspace{context, space, kernel};
  workspace.limits = limits;
  ValueForms values(workspace);
  Conditions conditions(workspace);
  LoopTrips loops(workspace);
  PathConditions paths(workspace);
  workspace.values = &values;
  workspace.conditions = &conditions;
  workspace.loops = &loops;
  workspace.paths = &paths;
  // Outer loops first: the ranges of inner ones mention them.
  for (const llvm::Loop* loop : kernel.loops().getLoopsInPreorder()) {
    (void)loops.iteration_of(*loop);
  }
  for (const llvm::Loop* loop : kernel.loops().getLoopsInPreorder()) (void)loops.of(*loop);

  KernelModel model;
  model.parameters = parameters_of(kernel.function());
  const MemoryFlow flow(kernel);
  for (unsigned i = 0; i < model.parameters.size(); ++i) {
    model.parameters[i].steers = flow.steers(i);
    model.parameters[i].reaches = flow.reaches(i);
  }
  for (unsigned d = 0; d < space.rank(); ++d) {
    model.global_size.push_back(FormulaBuilder::build(context, space.dimension(d).global));
    model.local_size.push_back(FormulaBuilder::build(context, space.dimension(d).local));
  }
  model.groups = FormulaBuilder::build(context, space.groups());

  BlockCounts counts(workspace);
  const Tallies tallies = tally_instructions(workspace, counts);
  for (const auto& [key, tally] : tallies.ops) {
    const SourceTally& source = tallies.in_source.at(key);
    model.ops.push_back({std::get<0>(key), std::get<1>(key), std::get<2>(key), tally.count(context),
                         source.instructions / source.operations,
                         source.in_vectors / source.operations, source.uniform / source.operations,
                         std::get<3>(key)});
  }
  for (const auto& [kind, tally] : tallies.sync) {
    model.sync.push_back({kind, tally.count(context)});
  }
  model.refusals = tallies.refusals;

  const std::vector<PlacedAccess> accesses = find_accesses(workspace, counts);
  for (const PlacedAccess& access : accesses) {
    model.accesses.push_back(describe(workspace, counts, access));
    if (access.places.empty() && !origins_of(*access.operation.pointer).complete) {
      model.refusals.push_back("which array line " + std::to_string(model.accesses.back().line) +
                               " accesses cannot be told: its pointer comes from memory");
    }
  }
  model.arrays = array_uses(workspace, counts, accesses);
  const Chains chains(kernel);
  model.loops = loop_counts(workspace, counts, accesses, chains);
  model.straight_chain = chains.outside_of_loops();

  model.assumptions = space.assumptions();
  for (const std::string& used : context.used_assumptions()) {
    if (std::find(model.assumptions.begin(), model.assumptions.end(), used) ==
        model.assumptions.end()) {
      model.assumptions.push_back(used);
    }
  }
  return model;
}

}  // namespace clgauge::collector
