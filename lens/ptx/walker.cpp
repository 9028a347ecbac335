#include "lens/ptx/walker.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/align.h"
#include "base/error.h"
#include "lens/ptx/arithmetic.h"
#include "lens/ptx/blame.h"
#include "lens/ptx/global_memory.h"
#include "lens/ptx/item_memory.h"
#include "lens/ptx/program.h"

namespace clgauge::lens {

using ptx::Access;
using ptx::Code;
using ptx::Program;
using ptx::Space;
using ptx::Special;
using ptx::Step;
using ptx::Value;
using Ids = std::array<std::uint64_t, 3>;

namespace {

constexpr std::uint64_t kSubGroup = 32;         // WARP_SZ
constexpr std::uint64_t kLocalAlignment = 128;  // of local memory that arguments ask for

EvaluatedLaunch checked(const EvaluatedLaunch& launch, const Program& program) {
  for (std::size_t d = 0; d < 3; ++d) {
    if (launch.local.at(d) == 0 || launch.global.at(d) % launch.local.at(d) != 0) {
      throw Error(ErrorKind::input, "launch: global size " + std::to_string(launch.global.at(d)) +
                                        " is not a multiple of the local size " +
                                        std::to_string(launch.local.at(d)) + " in dimension " +
                                        std::to_string(d));
    }
  }
  if (launch.arguments.size() != program.parameters.size()) {
    throw Error(ErrorKind::input, "kernel '" + program.kernel + "' takes " +
                                      std::to_string(program.parameters.size()) +
                                      " arguments, not " + std::to_string(launch.arguments.size()));
  }
  return launch;
}

}  // namespace

struct PtxWalker::State {
  State(const PtxKernel& walked, const EvaluatedLaunch& requested, const ExecutionShape& execution,
        std::uint64_t line, const WalkLimits& most)
      : kernel(walked),
        program(walked.program()),
        launch(checked(requested, program)),
        shape(execution),
        line_bytes(line),
        limits(most),
        globals(program, launch),
        parameters(program.parameter_bytes),
        privates(program.local_bytes),
        events(most.most_accesses),
        seen(program.accesses.size(), Space::generic) {}

  void put_arguments() {
    parameters.forget();
    std::uint64_t local = program.shared_bytes;
    for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
      const EvaluatedArgument& given = launch.arguments[i];
      const ptx::Placed& parameter = program.parameters[i];
      std::vector<std::uint8_t> bytes = given.value;
      if (given.kind != EvaluatedArgument::Kind::scalar) {
        local = align_up(local, kLocalAlignment);
        const bool is_buffer = given.kind == EvaluatedArgument::Kind::buffer;
        const std::uint64_t address = is_buffer ? given.address : local;
        local += is_buffer ? 0 : given.size_bytes;
        bytes.clear();
        for (unsigned b = 0; b < 8; ++b) {
          bytes.push_back(static_cast<std::uint8_t>(address >> (8 * b)));
        }
      }
      const bool is_alike =
          (given.kind != EvaluatedArgument::Kind::scalar || !parameter.variable->is_pointer) &&
          bytes.size() >= parameter.variable->bytes;
      if (!is_alike) {
        throw Error(ErrorKind::input, "kernel argument " + std::to_string(i) + " of '" +
                                          program.kernel + "' is not what the PTX takes");
      }
      for (std::uint64_t b = 0; b < parameter.variable->bytes; ++b) {
        parameters.store(parameter.address + b, 1, {bytes[b], 0});
      }
    }
  }

  void walk(const Ids& group) {
    events.clear();
    runs.assign(program.blocks.size(), 0);
    steps = 0;
    put_arguments();
    Ids id{};
    for (id[2] = 0; id[2] < launch.local[2]; ++id[2]) {
      for (id[1] = 0; id[1] < launch.local[1]; ++id[1]) {
        for (id[0] = 0; id[0] < launch.local[0]; ++id[0]) {
          run_item(group, id);
        }
      }
    }
  }

  [[nodiscard]] std::uint64_t special(const ptx::SpecialSlot& one, const Ids& group,
                                      const Ids& id) const {
    const auto d = static_cast<std::size_t>(one.dimension);
    const Ids& local = launch.local;
    switch (one.special) {
      case Special::local_id:
        return id.at(d);
      case Special::local_size:
        return local.at(d);
      case Special::group_id:
        return group.at(d);
      case Special::group_count:
        return launch.groups().at(d);
      case Special::lane:
        return ((id[2] * local[1] + id[1]) * local[0] + id[0]) % kSubGroup;
      case Special::sub_group_size:
        return kSubGroup;
      case Special::global_offset:
        return launch.offset.at(d);
      case Special::dimensions:
        return launch.dimensions;
      case Special::zero:
        return 0;
    }
    return 0;
  }

  void run_item(const Ids& group, const Ids& id) {
    events.begin_item();
    privates.forget();
    slots = program.initial;
    for (const ptx::SpecialSlot& one : program.specials) {
      slot(one.slot) = {special(one, group, id), 0};
    }
    for (std::uint32_t block = 0; block != kEnd;) {
      block = run_block(block);
    }
  }

  Value& slot(std::int32_t number) { return slots[static_cast<std::size_t>(number)]; }

  // Returns the next block.
  std::uint32_t run_block(std::uint32_t number) {
    ++runs[number];
    for (std::size_t at = program.blocks[number].first_step;; ++at) {
      const Step& step = program.steps[at];
      if (++steps > limits.most_steps) {
        ptx::refuse(RefusalKind::step_limit,
                    "a work-group takes more than " + std::to_string(limits.most_steps) + " steps");
      }
      switch (step.code) {
        case Code::access:
          access(step, program.accesses[step.index]);
          break;
        case Code::barrier:
          events.add(0, step.index);
          break;
        case Code::select: {
          const Value chooses = slot(step.sources[0]);
          const bool yes = (chooses.number & 1U) != 0;
          slot(step.target) = chooses.is_known() ? slot(step.sources[yes ? 1 : 2]) : chooses;
          break;
        }
        case Code::jump:
          return step.index;
        case Code::branch:
          return chosen(step);
        case Code::finish:
          return kEnd;
        case Code::refuse:
          ptx::refuse_instruction(*program.origins[step.origin]);
        default:
          slot(step.target) = operate(step);
      }
    }
  }

  std::uint32_t chosen(const Step& step) {
    const Value& condition = slot(step.sources[0]);
    if (!condition.is_known()) {
      const bool is_branch = program.origins[step.origin]->opcode == "bra";
      ptx::refuse_unknown(
          is_branch ? RefusalKind::data_dependent_branch : RefusalKind::data_dependent_mask,
          program, step.origin, condition);
    }
    return (condition.number & 1U) != 0 ? step.index : step.other;
  }

  Value operate(const Step& step) {
    std::array<std::uint64_t, 4> numbers{};
    std::uint32_t cause = 0;
    for (std::size_t i = 0; i < step.sources.size() && step.sources.at(i) != ptx::kNoSlot; ++i) {
      const Value& source = slot(step.sources.at(i));
      numbers.at(i) = source.number;
      cause = cause != 0 ? cause : source.cause;
    }
    if (cause != 0) {
      return decided(step) ? Value{numbers_that_decide(step), 0} : Value{0, cause};
    }
    const auto result = ptx::compute(step, numbers);
    return result ? Value{*result, 0} : Value{0, step.origin + 1};
  }

  // A known 0 stays 0 under `and`, and known ones stay under `or`, whatever the other side is.
  [[nodiscard]] std::uint64_t numbers_that_decide(const Step& step) const {
    return step.code == Code::bit_and ? 0 : ptx::truncated(~std::uint64_t{0}, step.bits);
  }
  bool decided(const Step& step) {
    if (step.code != Code::bit_and && step.code != Code::bit_or) {
      return false;
    }
    return std::any_of(step.sources.begin(), step.sources.begin() + 2, [&](std::int32_t source) {
      const Value& value = slot(source);
      return value.is_known() &&
             ptx::truncated(value.number, step.bits) == numbers_that_decide(step);
    });
  }

  void access(const Step& step, const Access& one) {
    const Value base = slot(one.base);
    std::uint64_t address = base.number + static_cast<std::uint64_t>(one.offset);
    Space space = one.space;
    const bool is_own = space == Space::local || space == Space::shared;
    if (!base.is_known() && !is_own) {
      ptx::refuse_unknown(RefusalKind::data_dependent_address, program, step.origin, base);
    }
    if (space == Space::generic) {
      space = address >= ptx::kSharedWindow  ? Space::shared
              : address >= ptx::kLocalWindow ? Space::local
                                             : Space::global;
      address -= space == Space::local ? ptx::kLocalWindow : 0;
    }
    seen[step.index] = space;
    if (space == Space::param) {
      touch(parameters, step, one, address);
    } else if (space == Space::shared) {
      load_unknown(one, step.origin + 1);
    } else if (space == Space::local) {
      touch_private(step, one, base, address);
    } else {
      touch_global(step, one, address);
    }
  }

  void load(const Access& one, std::size_t element, const Value& value) {
    const bool extends = value.is_known() && one.is_signed;
    slot(one.slots[element]) =
        extends ? Value{ptx::truncated(static_cast<std::uint64_t>(
                                           ptx::sign_extended(value.number, one.bytes * 8U)),
                                       one.slot_bits),
                        0}
                : value;
  }

  void load_unknown(const Access& one, std::uint32_t cause) {
    for (std::size_t i = 0; i < one.slots.size() && !one.is_store; ++i) {
      load(one, i, {0, cause});
    }
  }

  void touch(ptx::ItemMemory& memory, const Step& step, const Access& one, std::uint64_t address) {
    const std::uint64_t bytes = std::uint64_t{one.bytes} * one.slots.size();
    if (!memory.holds(address, bytes)) {
      ptx::refuse(RefusalKind::outside_memory, ptx::place_of(*program.origins[step.origin]) +
                                                   " leaves the variables of its work-item");
    }
    for (std::size_t i = 0; i < one.slots.size(); ++i, address += one.bytes) {
      if (one.is_store) {
        memory.store(address, one.bytes, slot(one.slots[i]));
      } else {
        load(one, i, memory.load(address, one.bytes, step.origin + 1));
      }
    }
  }

  void touch_private(const Step& step, const Access& one, const Value& base,
                     std::uint64_t address) {
    if (base.is_known() && !one.is_atomic) {
      touch(privates, step, one, address);
      return;
    }
    if (one.is_store || one.is_atomic) {
      privates.forget();
    }
    load_unknown(one, base.is_known() ? step.origin + 1 : base.cause);
  }

  void touch_global(const Step& step, const Access& one, std::uint64_t address) {
    globals.check(address, program.places[one.place].bytes, step.origin);
    events.add(address, one.place);
    if (one.is_atomic) {
      events.add(address, one.place + 1);
    }
    for (std::size_t i = 0; i < one.slots.size() && !one.is_store; ++i, address += one.bytes) {
      const auto known = one.is_atomic ? std::nullopt : globals.constant_at(address, one.bytes);
      load(one, i, known ? Value{*known, 0} : Value{0, step.origin + 1});
    }
  }

  static constexpr std::uint32_t kEnd = ~std::uint32_t{0};

  PtxKernel kernel;
  const Program& program;
  EvaluatedLaunch launch;
  ExecutionShape shape;
  std::uint64_t line_bytes;
  WalkLimits limits;
  ptx::GlobalMemory globals;
  ptx::ItemMemory parameters;
  ptx::ItemMemory privates;
  GroupEvents events;
  std::vector<Space> seen;  // of each access, where it went last
  std::vector<Value> slots;
  std::vector<std::uint64_t> runs;  // of each block
  std::uint64_t steps = 0;
};

PtxWalker::PtxWalker(const PtxKernel& kernel, const EvaluatedLaunch& launch,
                     const ExecutionShape& shape, std::uint64_t line_bytes,
                     const WalkLimits& limits)
    : state_(std::make_unique<State>(kernel, launch, shape, line_bytes, limits)) {}
PtxWalker::~PtxWalker() = default;
PtxWalker::PtxWalker(PtxWalker&&) noexcept = default;
PtxWalker& PtxWalker::operator=(PtxWalker&&) noexcept = default;

GroupTrace PtxWalker::walk(const std::array<std::uint64_t, 3>& group, AccessSink& sink) {
  state_->walk(group);
  GroupTrace trace;
  trace.block_counts = state_->runs;
  for (std::size_t b = 0; b < state_->runs.size(); ++b) {
    trace.instructions += state_->runs[b] * state_->program.blocks[b].instructions;
  }
  std::vector<MemoryAccess> accesses;
  merge_sub_groups(state_->events.of_items(), state_->program.places, state_->shape,
                   state_->line_bytes, accesses);
  trace.accesses = accesses.size();
  sink.consume(accesses);
  return trace;
}

ItemOperations PtxWalker::operations(const std::vector<double>& block_runs) const {
  const Program& program = state_->program;
  ItemOperations sums;
  for (std::size_t b = 0; b < program.blocks.size(); ++b) {
    add_times(program.blocks[b].operations, block_runs.at(b), sums);
  }
  for (std::size_t a = 0; a < program.accesses.size(); ++a) {
    const Access& one = program.accesses[a];
    const double runs = block_runs.at(program.access_blocks[a]);
    const Space space = one.space == Space::generic ? state_->seen[a] : one.space;
    if (space == Space::shared || space == Space::local) {
      (space == Space::shared ? sums.local_accesses : sums.private_accesses) +=
          one.is_atomic ? 2 * runs : runs;
    } else if (space != Space::param) {
      const double bytes = runs * program.places[one.place].bytes;
      sums.global_bytes_loaded += one.is_store ? 0 : bytes;
      sums.global_bytes_stored += one.is_store || one.is_atomic ? bytes : 0;
    }
  }
  return sums;
}

}  // namespace clgauge::lens
