#include "lens/ptx/lane_runner.h"

#include <algorithm>

#include "lens/ptx/arithmetic.h"
#include "lens/ptx/atomic_update.h"
#include "lens/ptx/blame.h"
#include "lens/ptx/lane_operations.h"

namespace clgauge::lens::ptx {
namespace {

constexpr std::uint32_t kNowhere = ~std::uint32_t{0};  // behind the end, or at a barrier

Ids id_of(std::uint64_t number, const Ids& local) {
  return {number % local[0], number / local[0] % local[1], number / local[0] / local[1]};
}

// All but barriers leave the values of lanes alone.
bool is_own(Space space) { return space == Space::local || space == Space::shared; }

// Whoever observes the lanes is told of it.
bool is_noted(Space space) { return space != Space::param && space != Space::local; }

Space space_of_generic(std::uint64_t address) {
  return address >= kSharedWindow  ? Space::shared
         : address >= kLocalWindow ? Space::local
                                   : Space::global;
}

}  // namespace

LaneRunner::LaneRunner(const Program& program, ItemLaunch& launch)
    : program_(program),
      launch_(launch),
      slots_(program),
      parameters_(program.parameter_bytes, kLanes),
      privates_(program.local_bytes, kLanes),
      runs_(1) {
  launch.put_arguments(parameters_);
}

std::uint64_t LaneRunner::memory_bytes(const Program& program) {
  constexpr std::uint64_t kSlotBytes = sizeof(std::uint64_t) + sizeof(std::uint32_t);
  return kLanes *
         (program.initial.size() * kSlotBytes + program.parameter_bytes + program.local_bytes);
}

void LaneRunner::begin(const Ids& group, std::uint64_t first_item, unsigned items) {
  items_ = items;
  waiting_ = 0;
  privates_.forget();
  slots_.begin(program_);
  blocks_.fill(kNowhere);
  for (unsigned lane = 0; lane < items; ++lane) {
    blocks_.at(lane) = 0;
    const Ids id = id_of(first_item + lane, launch_.launch().local);
    for (const SpecialSlot& one : program_.specials) {
      slots_.set(one.slot, lane, {launch_.special(one, group, id), 0});
    }
  }
}

bool LaneRunner::gather(std::size_t at) {
  const std::uint32_t block = *std::min_element(blocks_.begin(), blocks_.end());
  if (block == kNowhere) {
    return false;
  }
  if (runs_.size() == at) {
    runs_.emplace_back();
  }
  BlockRun& run = runs_[at];
  run.block = block;
  run.step = program_.blocks[block].first_step;
  run.accesses.clear();
  std::uint32_t mask = 0;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    mask |= (blocks_[lane] == block ? 1U : 0U) << lane;
  }
  if (mask != run.lanes.mask) {  // mostly those of the block before
    run.lanes.clear();
    for (std::uint32_t left = mask; left != 0; left &= left - 1) {
      run.lanes.add(static_cast<unsigned>(std::countr_zero(left)));
    }
  }
  return true;
}

bool LaneRunner::run_block(BlockRun& run, bool stops) {
  for (;;) {
    const Step& step = program_.steps[run.step++];
    launch_.count_steps(run.lanes.count);
    switch (step.code) {
      case Code::access:
        access(step, program_.accesses[step.index], run);
        break;
      case Code::barrier: {
        ItemAccess& barrier = run.accesses.emplace_back();
        barrier.access = ItemAccess::kBarrier;
        barrier.place = step.index;
        barrier.lanes = run.lanes.mask;
        if (stops) {
          go_to(run.lanes, kNowhere);
          return true;
        }
        break;
      }
      case Code::jump:
        go_to(run.lanes, step.index);
        return false;
      case Code::branch:
        branch(step, run.lanes);
        return false;
      case Code::finish:
        go_to(run.lanes, kNowhere);
        return false;
      case Code::refuse:
        refuse_instruction(*program_.origins[step.origin]);
      default:
        operate(step, run.lanes, slots_);
    }
  }
}

void LaneRunner::go_to(const Lanes& lanes, std::uint32_t block) {
  lanes.each([&](unsigned lane) { blocks_[lane] = block; });
}

void LaneRunner::branch(const Step& step, const Lanes& lanes) {
  const std::int32_t condition = step.sources[0];
  if (slots_.common_cause(condition) != 0) {
    lanes.each([&](unsigned lane) {
      const Value one = slots_.value(condition, lane);
      if (!one.is_known()) {
        const bool is_branch = program_.origins[step.origin]->opcode == "bra";
        refuse_unknown(
            is_branch ? RefusalKind::data_dependent_branch : RefusalKind::data_dependent_mask,
            program_, step.origin, one);
      }
    });
  }
  const std::uint64_t* const conditions = slots_.numbers(condition);
  lanes.each([&](unsigned lane) {
    blocks_[lane] = (conditions[lane] & 1U) != 0 ? step.index : step.other;
  });
}

void LaneRunner::address(const Step& step, const Access& one, const Lanes& lanes,
                         ItemAccess& made) {
  const auto offset = static_cast<std::uint64_t>(one.offset);
  const std::uint64_t* const base = slots_.numbers(one.base);
  const std::uint32_t* const causes = slots_.causes(one.base);
  lanes.each([&](unsigned lane) { made.addresses[lane] = base[lane] + offset; });
  std::uint32_t unknown = 0;
  if (slots_.common_cause(one.base) != 0) {
    lanes.each([&](unsigned lane) { unknown |= causes[lane] != 0 ? 1U << lane : 0; });
  }
  if (unknown != 0 && !is_own(one.space)) {
    const auto lane = static_cast<unsigned>(std::countr_zero(unknown));
    refuse_unknown(RefusalKind::data_dependent_address, program_, step.origin,
                   slots_.value(one.base, lane));
  }
  made.access = step.index;
  made.space = one.space;
  made.lanes = lanes.mask;
  made.known = lanes.mask & ~unknown;
}

void LaneRunner::access(const Step& step, const Access& one, BlockRun& run) {
  if (one.space == Space::generic) {
    return access_anywhere(step, one, run);
  }
  // Addressed where it is kept.
  ItemAccess& made = is_noted(one.space) ? run.accesses.emplace_back() : unnoted_;
  address(step, one, run.lanes, made);
  access_space(step, one, run.lanes, made);
}

void LaneRunner::access_anywhere(const Step& step, const Access& one, BlockRun& run) {
  address(step, one, run.lanes, unnoted_);
  const ItemAccess all = unnoted_;
  for (const Space space : {Space::global, Space::shared, Space::local}) {
    Lanes there;
    run.lanes.each([&](unsigned lane) {
      if (space_of_generic(all.addresses[lane]) == space) {
        there.add(lane);
      }
    });
    if (there.count != 0) {
      ItemAccess& made = is_noted(space) ? run.accesses.emplace_back() : unnoted_;
      made = all;
      made.space = space;
      made.lanes = there.mask;
      made.known = all.known & there.mask;
      if (space == Space::local) {
        there.each([&](unsigned lane) { made.addresses[lane] -= kLocalWindow; });
      }
      access_space(step, one, there, made);
    }
  }
}

void LaneRunner::access_space(const Step& step, const Access& one, const Lanes& lanes,
                              ItemAccess& made) {
  launch_.see(step.index, made.space);
  if (made.space == Space::param) {
    lanes.each([&](unsigned lane) { touch(parameters_, step, one, lane, made.addresses[lane]); });
    for (std::size_t i = 0; i < one.slots.size() && !one.is_store; ++i) {
      slots_.unite(one.slots[i]);
    }
  } else if (made.space == Space::local) {
    touch_private(step, one, lanes, made);
  } else if (made.space == Space::shared) {
    std::uint64_t any = 0;
    lanes.each([&](unsigned lane) { any |= made.addresses[lane]; });
    if (any >= kSharedWindow) {
      lanes.each([&](unsigned lane) {
        made.addresses[lane] -= made.addresses[lane] >= kSharedWindow ? kSharedWindow : 0;
      });
    }
    touch_shared(step, one, lanes, made);
  } else {
    touch_global(step, one, lanes, made);
  }
}

void LaneRunner::load(const Access& one, std::size_t element, unsigned lane, const Value& value) {
  const bool extends = value.is_known() && one.is_signed;
  slots_.set(
      one.slots[element], lane,
      extends
          ? Value{truncated(static_cast<std::uint64_t>(sign_extended(value.number, one.bytes * 8U)),
                            one.slot_bits),
                  0}
          : value);
}

void LaneRunner::load_unknown(const Access& one, const Lanes& lanes, std::uint32_t cause) {
  for (std::size_t i = 0; i < one.slots.size() && !one.is_store; ++i) {
    slots_.set_unknown(one.slots[i], lanes, cause);
  }
}

void LaneRunner::load_unknown(const Access& one, unsigned lane, std::uint32_t cause) {
  for (std::size_t i = 0; i < one.slots.size() && !one.is_store; ++i) {
    slots_.set(one.slots[i], lane, {0, cause});
  }
}

void LaneRunner::touch(ItemMemory& memory, const Step& step, const Access& one, unsigned lane,
                       std::uint64_t address) {
  const std::uint64_t bytes = std::uint64_t{one.bytes} * one.slots.size();
  if (!memory.holds(address, bytes)) {
    refuse(RefusalKind::outside_memory,
           place_of(*program_.origins[step.origin]) + " leaves the variables of its work-item");
  }
  for (std::size_t i = 0; i < one.slots.size(); ++i, address += one.bytes) {
    if (one.is_store) {
      memory.store(lane, address, one.bytes, slots_.value(one.slots[i], lane));
    } else {
      load(one, i, lane, memory.load(lane, address, one.bytes, step.origin + 1));
    }
  }
}

void LaneRunner::touch_private(const Step& step, const Access& one, const Lanes& lanes,
                               const ItemAccess& made) {
  lanes.each([&](unsigned lane) {
    const std::uint32_t cause = slots_.causes(one.base)[lane];
    if (cause == 0 && !one.is_atomic) {
      touch(privates_, step, one, lane, made.addresses[lane]);
      return;
    }
    if (one.is_store || one.is_atomic) {
      privates_.forget(lane);
    }
    load_unknown(one, lane, cause == 0 ? step.origin + 1 : cause);
  });
}

template <typename Memory>
void LaneRunner::update(Memory& memory, const Step& step, const Access& one, unsigned lane,
                        std::uint64_t address) {
  const auto found = memory.load(address, one.bytes);
  std::optional<std::uint64_t> stored;
  if (found && one.update != Update::unknown) {
    const Value operand = slots_.value(one.operands[0], lane);
    const Value swapped = one.swapped == kNoSlot ? Value{} : slots_.value(one.swapped, lane);
    if (operand.is_known() && swapped.is_known()) {
      stored = updated(one, *found, operand.number, swapped.number);
    }
  }
  memory.store(address, one.bytes, stored);
  for (std::size_t i = 0; i < one.slots.size(); ++i) {
    const bool is_known = found.has_value() && one.slots.size() == 1;
    load(one, i, lane, is_known ? Value{*found, 0} : Value{0, step.origin + 1});
  }
}

void LaneRunner::touch_shared(const Step& step, const Access& one, const Lanes& lanes,
                              const ItemAccess& made) {
  SharedMemory& memory = launch_.shared();
  if (!memory.knows_some() && !one.is_store && !one.is_atomic) {
    load_unknown(one, lanes, step.origin + 1);
    return;
  }
  lanes.each([&](unsigned lane) {
    std::uint64_t address = made.addresses[lane];
    if ((made.known >> lane & 1U) == 0) {
      load_unknown(one, lane, step.origin + 1);
    } else if (one.is_atomic) {
      update(memory, step, one, lane, address);
    } else {
      for (std::size_t i = 0; i < one.slots.size(); ++i, address += one.bytes) {
        if (one.is_store) {
          const Value value = slots_.value(one.slots[i], lane);
          memory.store(address, one.bytes,
                       value.is_known() ? std::optional(value.number) : std::nullopt);
        } else {
          const auto known = memory.load(address, one.bytes);
          load(one, i, lane, known ? Value{*known, 0} : Value{0, step.origin + 1});
        }
      }
    }
  });
  // It may have gone anywhere.
  if (made.known != made.lanes && (one.is_store || one.is_atomic)) {
    memory.forget();
  }
}

void LaneRunner::touch_global(const Step& step, const Access& one, const Lanes& lanes,
                              const ItemAccess& made) {
  GlobalMemory& memory = launch_.globals();
  const unsigned bytes = program_.places[one.place].bytes;
  const GlobalMemory::Blank blank = memory.blank_at(made.addresses[lanes.numbers[0]]);
  std::uint64_t signs = 0;  // none is negative where all bytes lie there
  lanes.each([&](unsigned lane) {
    const std::uint64_t offset = made.addresses[lane] - blank.first;
    signs |= offset | (blank.bytes - bytes - offset);
  });
  if (signs >> 63U == 0) {
    load_unknown(one, lanes, step.origin + 1);
    return;
  }
  const bool keeps = memory.knows_contents();
  lanes.each([&](unsigned lane) {
    std::uint64_t address = made.addresses[lane];
    memory.check(address, bytes, step.origin);
    if (one.is_atomic && keeps) {
      update(memory, step, one, lane, address);
      return;
    }
    if (one.is_atomic) {
      load_unknown(one, lane, step.origin + 1);
      return;
    }
    for (std::size_t i = 0; i < one.slots.size(); ++i, address += one.bytes) {
      if (!one.is_store) {
        const auto known = memory.load(address, one.bytes);
        load(one, i, lane, known ? Value{*known, 0} : Value{0, step.origin + 1});
      } else if (keeps) {
        const Value value = slots_.value(one.slots[i], lane);
        memory.store(address, one.bytes,
                     value.is_known() ? std::optional(value.number) : std::nullopt);
      }
    }
  });
}

}  // namespace clgauge::lens::ptx
