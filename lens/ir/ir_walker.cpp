#include "lens/ir/ir_walker.h"

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <limits>
#include <string>
#include <unordered_map>
#include <utility>

#include "base/align.h"
#include "base/error.h"
#include "collector/frontend/memory_operation.h"
#include "collector/oracle/oracle.h"
#include "lens/evaluate/refusal.h"

namespace clgauge::lens {
namespace {

using Kind = EvaluatedArgument::Kind;

// Beyond every buffer (buffer_address()).
constexpr std::uint64_t kTables = 1ULL << 60U;
constexpr std::uint64_t kTableAlignment = 4096;

std::int64_t integer_of(const EvaluatedArgument& argument, unsigned bits) {
  std::uint64_t value = 0;
  const std::size_t bytes = std::min<std::size_t>(argument.value.size(), 8);
  for (std::size_t i = 0; i < bytes; ++i) {
    value |= static_cast<std::uint64_t>(argument.value[i]) << (8 * i);
  }
  const unsigned unused = bits < 64 ? 64 - bits : 0;
  return static_cast<std::int64_t>(value << unused) >> unused;
}

collector::ConcreteLaunch concrete(const llvm::Function& kernel, const EvaluatedLaunch& launch,
                                   const WalkLimits& limits) {
  if (kernel.arg_size() != launch.arguments.size()) {
    throw Error(ErrorKind::input, "kernel '" + kernel.getName().str() + "' takes " +
                                      std::to_string(kernel.arg_size()) + " arguments, not " +
                                      std::to_string(launch.arguments.size()));
  }
  collector::ConcreteLaunch concrete;
  for (std::size_t d = 0; d < 3; ++d) {
    concrete.global.at(d) = static_cast<std::int64_t>(launch.global.at(d));
    concrete.local.at(d) = static_cast<std::int64_t>(launch.local.at(d));
    concrete.offset.at(d) = static_cast<std::int64_t>(launch.offset.at(d));
  }
  concrete.step_limit = static_cast<std::int64_t>(limits.most_steps);
  for (const llvm::Argument& argument : kernel.args()) {
    if (argument.getType()->isIntegerTy()) {
      concrete.arguments[argument.getName().str()] = integer_of(
          launch.arguments[argument.getArgNo()], argument.getType()->getIntegerBitWidth());
    }
  }
  return concrete;
}

// Where an array of global or constant memory lies.
struct PlacedArray {
  bool is_traced = false;
  std::uint64_t address = 0;
  std::int64_t size_bytes = 0;
};

std::vector<PlacedArray> placed(const std::vector<collector::TouchedArray>& arrays,
                                const llvm::Function& kernel, const EvaluatedLaunch& launch) {
  std::vector<PlacedArray> places;
  std::uint64_t table = kTables;
  for (const collector::TouchedArray& array : arrays) {
    PlacedArray& place = places.emplace_back();
    place.is_traced = array.space == "global" || array.space == "constant";
    if (!place.is_traced) {
      continue;
    }
    if (const auto* argument = llvm::dyn_cast<llvm::Argument>(array.value)) {
      const EvaluatedArgument& given = launch.arguments.at(argument->getArgNo());
      if (given.kind != Kind::buffer) {
        throw Error(ErrorKind::input, "argument '" + array.name + "' of kernel '" +
                                          kernel.getName().str() + "' takes a buffer");
      }
      place.address = given.address;
      place.size_bytes = static_cast<std::int64_t>(given.size_bytes);
    } else if (const auto declared = collector::declared_bytes(*array.value)) {
      place.address = table;
      place.size_bytes = *declared;
      table += align_up(static_cast<std::uint64_t>(place.size_bytes), kTableAlignment);
    }
  }
  return places;
}

[[noreturn]] void refuse(RefusalKind why, const std::string& what) {
  throw Refusal(why, std::string(name_of(why)) + ": " + what);
}

}  // namespace

struct IrWalker::State : collector::GroupObserver {
  State(const IrKernel& ir, const EvaluatedLaunch& launch, const ExecutionShape& execution,
        std::uint64_t line, const WalkLimits& most)
      : kernel(ir),
        shape(execution),
        line_bytes(line),
        limits(most),
        oracle(ir.function(), concrete(ir.function(), launch, most)),
        arrays(placed(oracle.arrays(), ir.function(), launch)),
        events(most.most_accesses) {
    for (std::uint32_t p = 0; p < kernel.places().size(); ++p) {
      first_place.try_emplace(&kernel.instruction_of(p), p);
    }
    for (const llvm::BasicBlock& block : kernel.function()) {
      sizes.push_back(0);
      for (const llvm::Instruction& instruction : block) {
        sizes.back() += llvm::isa<llvm::DbgInfoIntrinsic>(instruction) ? 0U : 1U;
      }
    }
  }

  void begin_item() override { events.begin_item(); }

  void access(const collector::AccessEvent& event) override {
    const PlacedArray& array = arrays[event.array];
    if (!array.is_traced) {
      return;
    }
    if (event.offset < 0 || event.bytes > array.size_bytes - event.offset) {
      refuse(RefusalKind::outside_memory, line_of(*event.instruction) + " accesses byte " +
                                              std::to_string(event.offset) + " of " +
                                              oracle.arrays()[event.array].name + ", which has " +
                                              std::to_string(array.size_bytes));
    }
    events.add(array.address + static_cast<std::uint64_t>(event.offset),
               first_place.at(event.instruction) + static_cast<std::uint32_t>(event.operand));
  }

  void barrier(const llvm::Instruction& call) override { events.add(0, first_place.at(&call)); }

  const collector::Execution& run(const std::array<std::uint64_t, 3>& group) {
    events.clear();
    try {
      return oracle.walk({static_cast<std::int64_t>(group[0]), static_cast<std::int64_t>(group[1]),
                          static_cast<std::int64_t>(group[2])},
                         *this);
    } catch (const Refusal&) {
      throw;
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::timeout) {
        refuse(RefusalKind::step_limit,
               "a work-group takes more than " + std::to_string(limits.most_steps) + " steps");
      }
      if (error.kind() == ErrorKind::unsupported) {
        refuse(RefusalKind::data_dependent_branch, error.what());
      }
      throw;
    }
  }

  void refuse_unknown_addresses(const collector::Execution& execution) const {
    if (execution.unattributed != nullptr) {
      refuse(RefusalKind::data_dependent_address,
             "in " + line_of(*execution.unattributed) + ", of an array that is not known");
    }
    for (std::size_t a = 0; a < arrays.size(); ++a) {
      const collector::TouchedArray& array = execution.arrays[a];
      if (arrays[a].is_traced && array.unplaced != nullptr) {
        refuse(RefusalKind::data_dependent_address,
               line_of(*array.unplaced) + " accesses " + array.name +
                   " where memory says, or floating-point arithmetic");
      }
    }
  }

  const IrKernel& kernel;
  ExecutionShape shape;
  std::uint64_t line_bytes;
  WalkLimits limits;
  collector::GroupWalk oracle;
  std::vector<PlacedArray> arrays;
  std::unordered_map<const llvm::Instruction*, std::uint32_t> first_place;
  std::vector<std::uint64_t> sizes;  // of blocks, in instructions
  GroupEvents events;
};

IrWalker::IrWalker(const IrKernel& kernel, const EvaluatedLaunch& launch,
                   const ExecutionShape& shape, std::uint64_t line_bytes, const WalkLimits& limits)
    : state_(std::make_unique<State>(kernel, launch, shape, line_bytes, limits)) {}
IrWalker::~IrWalker() = default;
IrWalker::IrWalker(IrWalker&&) noexcept = default;
IrWalker& IrWalker::operator=(IrWalker&&) noexcept = default;

GroupTrace IrWalker::walk(const std::array<std::uint64_t, 3>& group, AccessSink& sink) {
  const collector::Execution& execution = state_->run(group);
  state_->refuse_unknown_addresses(execution);
  GroupTrace trace;
  std::size_t number = 0;
  for (const llvm::BasicBlock& block : state_->kernel.function()) {
    const auto runs = static_cast<std::uint64_t>(execution.block_runs.at(&block));
    trace.block_counts.push_back(runs);
    trace.instructions += runs * state_->sizes[number++];
  }
  std::vector<MemoryAccess> accesses;
  merge_sub_groups(state_->events.of_items(), state_->kernel.places(), state_->shape,
                   state_->line_bytes, accesses);
  trace.accesses = accesses.size();
  sink.consume(accesses);
  return trace;
}

}  // namespace clgauge::lens
