#include "lens/ptx/item_runner.h"

#include <algorithm>
#include <string>

#include "base/align.h"
#include "base/error.h"
#include "lens/ptx/arithmetic.h"
#include "lens/ptx/blame.h"

namespace clgauge::lens::ptx {
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

// A known 0 stays 0 under `and`, and known ones stay under `or`, whatever the other side is.
std::uint64_t numbers_that_decide(const Step& step) {
  return step.code == Code::bit_and ? 0 : truncated(~std::uint64_t{0}, step.bits);
}
}  // namespace

ItemLaunch::ItemLaunch(const Program& program, const EvaluatedLaunch& launch,
                       const WalkLimits& limits)
    : program_(program),
      launch_(checked(launch, program)),
      limits_(limits),
      globals_(program, launch_),
      seen_(program.accesses.size(), Space::generic) {
  ItemMemory parameters(program.parameter_bytes);
  put_arguments(parameters);  // throws for those of another kernel
}

ItemRunner::ItemRunner(ItemLaunch& launch)
    : launch_(launch),
      program_(launch.program_),
      parameters_(launch.program_.parameter_bytes),
      privates_(launch.program_.local_bytes) {
  launch.put_arguments(parameters_);
}

void ItemRunner::begin(const Ids& group, const Ids& id) {
  privates_.forget();
  slots_ = program_.initial;
  for (const SpecialSlot& one : program_.specials) {
    slot(one.slot) = {launch_.special(one, group, id), 0};
  }
}

void ItemLaunch::put_arguments(ItemMemory& parameters) const {
  std::uint64_t local = program_.shared_bytes;
  for (std::size_t i = 0; i < launch_.arguments.size(); ++i) {
    const EvaluatedArgument& given = launch_.arguments[i];
    const Placed& parameter = program_.parameters[i];
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
                                        program_.kernel + "' is not what the PTX takes");
    }
    for (std::uint64_t b = 0; b < parameter.variable->bytes; ++b) {
      parameters.store(parameter.address + b, 1, {bytes[b], 0});
    }
  }
}

std::uint64_t ItemLaunch::special(const SpecialSlot& one, const Ids& group, const Ids& id) const {
  const auto d = static_cast<std::size_t>(one.dimension);
  const Ids& local = launch_.local;
  switch (one.special) {
    case Special::local_id:
      return id.at(d);
    case Special::local_size:
      return local.at(d);
    case Special::group_id:
      return group.at(d);
    case Special::group_count:
      return launch_.groups().at(d);
    case Special::lane:
      return ((id[2] * local[1] + id[1]) * local[0] + id[0]) % kSubGroup;
    case Special::sub_group_size:
      return kSubGroup;
    case Special::global_offset:
      return launch_.offset.at(d);
    case Special::dimensions:
      return launch_.dimensions;
    case Special::zero:
      return 0;
  }
  return 0;
}

std::uint32_t ItemRunner::run_block(std::uint32_t number, std::vector<ItemAccess>& accesses) {
  for (std::size_t at = program_.blocks[number].first_step;; ++at) {
    const Step& step = program_.steps[at];
    if (++launch_.steps_ > launch_.limits_.most_steps) {
      refuse(RefusalKind::step_limit, "a work-group takes more than " +
                                          std::to_string(launch_.limits_.most_steps) + " steps");
    }
    switch (step.code) {
      case Code::access:
        access(step, program_.accesses[step.index], accesses);
        break;
      case Code::barrier:
        accesses.push_back({step.index, ItemAccess::kBarrier});
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
        refuse_instruction(*program_.origins[step.origin]);
      default:
        slot(step.target) = operate(step);
    }
  }
}

std::uint32_t ItemRunner::chosen(const Step& step) {
  const Value& condition = slot(step.sources[0]);
  if (!condition.is_known()) {
    const bool is_branch = program_.origins[step.origin]->opcode == "bra";
    refuse_unknown(
        is_branch ? RefusalKind::data_dependent_branch : RefusalKind::data_dependent_mask, program_,
        step.origin, condition);
  }
  return (condition.number & 1U) != 0 ? step.index : step.other;
}

Value ItemRunner::operate(const Step& step) {
  std::array<std::uint64_t, 4> numbers{};
  std::uint32_t cause = 0;
  for (std::size_t i = 0; i < step.sources.size() && step.sources.at(i) != kNoSlot; ++i) {
    const Value& source = slot(step.sources.at(i));
    numbers.at(i) = source.number;
    cause = cause != 0 ? cause : source.cause;
  }
  if (cause != 0) {
    return decided(step) ? Value{numbers_that_decide(step), 0} : Value{0, cause};
  }
  const auto result = compute(step, numbers);
  return result ? Value{*result, 0} : Value{0, step.origin + 1};
}

bool ItemRunner::decided(const Step& step) {
  if (step.code != Code::bit_and && step.code != Code::bit_or) {
    return false;
  }
  return std::any_of(step.sources.begin(), step.sources.begin() + 2, [&](std::int32_t source) {
    const Value& value = slot(source);
    return value.is_known() && truncated(value.number, step.bits) == numbers_that_decide(step);
  });
}

void ItemRunner::access(const Step& step, const Access& one, std::vector<ItemAccess>& accesses) {
  const Value base = slot(one.base);
  std::uint64_t address = base.number + static_cast<std::uint64_t>(one.offset);
  Space space = one.space;
  const bool is_own = space == Space::local || space == Space::shared;
  if (!base.is_known() && !is_own) {
    refuse_unknown(RefusalKind::data_dependent_address, program_, step.origin, base);
  }
  if (space == Space::generic) {
    space = address >= kSharedWindow  ? Space::shared
            : address >= kLocalWindow ? Space::local
                                      : Space::global;
    address -= space == Space::local ? kLocalWindow : 0;
  }
  launch_.seen_[step.index] = space;
  if (space == Space::param) {
    touch(parameters_, step, one, address);
  } else if (space == Space::shared) {
    accesses.push_back({address >= kSharedWindow ? address - kSharedWindow : address, step.index,
                        space, base.is_known()});
    load_unknown(one, step.origin + 1);
  } else if (space == Space::local) {
    touch_private(step, one, base, address);
  } else {
    accesses.push_back({address, step.index});
    touch_global(step, one, address);
  }
}

void ItemRunner::load(const Access& one, std::size_t element, const Value& value) {
  const bool extends = value.is_known() && one.is_signed;
  slot(one.slots[element]) =
      extends
          ? Value{truncated(static_cast<std::uint64_t>(sign_extended(value.number, one.bytes * 8U)),
                            one.slot_bits),
                  0}
          : value;
}

void ItemRunner::load_unknown(const Access& one, std::uint32_t cause) {
  for (std::size_t i = 0; i < one.slots.size() && !one.is_store; ++i) {
    load(one, i, {0, cause});
  }
}

void ItemRunner::touch(ItemMemory& memory, const Step& step, const Access& one,
                       std::uint64_t address) {
  const std::uint64_t bytes = std::uint64_t{one.bytes} * one.slots.size();
  if (!memory.holds(address, bytes)) {
    refuse(RefusalKind::outside_memory,
           place_of(*program_.origins[step.origin]) + " leaves the variables of its work-item");
  }
  for (std::size_t i = 0; i < one.slots.size(); ++i, address += one.bytes) {
    if (one.is_store) {
      memory.store(address, one.bytes, slot(one.slots[i]));
    } else {
      load(one, i, memory.load(address, one.bytes, step.origin + 1));
    }
  }
}

void ItemRunner::touch_private(const Step& step, const Access& one, const Value& base,
                               std::uint64_t address) {
  if (base.is_known() && !one.is_atomic) {
    touch(privates_, step, one, address);
    return;
  }
  if (one.is_store || one.is_atomic) {
    privates_.forget();
  }
  load_unknown(one, base.is_known() ? step.origin + 1 : base.cause);
}

void ItemRunner::touch_global(const Step& step, const Access& one, std::uint64_t address) {
  launch_.globals_.check(address, program_.places[one.place].bytes, step.origin);
  for (std::size_t i = 0; i < one.slots.size() && !one.is_store; ++i, address += one.bytes) {
    const auto known =
        one.is_atomic ? std::nullopt : launch_.globals_.constant_at(address, one.bytes);
    load(one, i, known ? Value{*known, 0} : Value{0, step.origin + 1});
  }
}

}  // namespace clgauge::lens::ptx
