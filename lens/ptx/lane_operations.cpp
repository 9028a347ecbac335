#include "lens/ptx/lane_operations.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <tuple>

#include "lens/ptx/arithmetic.h"

namespace clgauge::lens::ptx {
namespace {

using Causes = std::array<std::uint32_t, kLanes>;

constexpr std::size_t kAllSources = std::tuple_size_v<decltype(Step::sources)>;

// Why none of the lanes knows the first of so many sources that they do not know, if it is the same
// for all of them: 0 where they know all. Else LaneSlots::kVarious.
std::uint32_t common_cause(const Step& step, const LaneSlots& slots, std::size_t count) {
  std::uint32_t first = 0;
  for (std::size_t i = 0; i < count && step.sources[i] != kNoSlot && first == 0; ++i) {
    first = slots.common_cause(step.sources[i]);
  }
  return first;
}

// The same of each lane.
Causes causes_of_sources(const Step& step, const Lanes& lanes, const LaneSlots& slots,
                         std::size_t count) {
  Causes first{};
  for (std::size_t i = 0; i < count && step.sources[i] != kNoSlot; ++i) {
    if (slots.common_cause(step.sources[i]) == 0) {
      continue;
    }
    const std::uint32_t* const causes = slots.causes(step.sources[i]);
    lanes.each_at_least([&](unsigned lane) {
      const std::uint32_t cause = causes[lane];
      first[lane] = first[lane] != 0 ? first[lane] : cause;
    });
  }
  return first;
}

// What known numbers of each lane, of so many sources, make.
template <typename Make>
void make_known(const Step& step, const Lanes& lanes, LaneSlots& slots, std::size_t sources,
                const Make& make) {
  const std::uint32_t common = common_cause(step, slots, sources);
  if (common != 0 && common != LaneSlots::kVarious) {
    return slots.set_unknown(step.target, lanes, common);
  }
  std::array<std::uint64_t, kLanes> made;  // the compiler knows that no source lies here
  lanes.each_at_least([&](unsigned lane) { made[lane] = make(lane); });
  std::uint64_t* const to = slots.numbers(step.target);
  if (common == 0) {
    lanes.each([&](unsigned lane) { to[lane] = made[lane]; });
    return slots.set_cause(step.target, lanes, 0);
  }
  const Causes causes = causes_of_sources(step, lanes, slots, sources);
  lanes.each([&](unsigned lane) { to[lane] = causes[lane] == 0 ? made[lane] : 0; });
  slots.set_causes(step.target, lanes, causes);
}

template <typename Make>
void make_of_two(const Step& step, const Lanes& lanes, LaneSlots& slots, const Make& make) {
  const std::uint64_t* const a = slots.numbers(step.sources[0]);
  const std::uint64_t* const b = slots.numbers(step.sources[1]);
  make_known(step, lanes, slots, 2, [=](unsigned lane) { return make(a[lane], b[lane]); });
}

template <typename Make>
void make_of_one(const Step& step, const Lanes& lanes, LaneSlots& slots, const Make& make) {
  const std::uint64_t* const a = slots.numbers(step.sources[0]);
  make_known(step, lanes, slots, 1, [=](unsigned lane) { return make(a[lane]); });
}

// A known 0 stays 0 under `and`, and known ones stay under `or`, whatever the other side is.
template <typename Make>
void make_bits(const Step& step, const Lanes& lanes, LaneSlots& slots, std::uint64_t decides,
               const Make& make) {
  const std::uint64_t mask = low_bits(step.bits);
  if (common_cause(step, slots, 2) == 0) {
    return make_of_two(step, lanes, slots,
                       [=](std::uint64_t a, std::uint64_t b) { return make(a, b) & mask; });
  }
  lanes.each([&](unsigned lane) {
    const Value a = slots.value(step.sources[0], lane);
    const Value b = slots.value(step.sources[1], lane);
    if (a.is_known() && b.is_known()) {
      slots.set(step.target, lane, {make(a.number, b.number) & mask, 0});
      return;
    }
    const bool is_decided = (a.is_known() && (a.number & mask) == decides) ||
                            (b.is_known() && (b.number & mask) == decides);
    slots.set(step.target, lane,
              is_decided ? Value{decides, 0} : Value{0, a.is_known() ? b.cause : a.cause});
  });
}

template <typename Compare>
void compare(const Step& step, const Lanes& lanes, LaneSlots& slots, const Compare& holds) {
  const unsigned unused = 64U - step.bits;
  if (step.is_signed) {
    make_of_two(step, lanes, slots, [&](std::uint64_t a, std::uint64_t b) -> std::uint64_t {
      return holds(static_cast<std::int64_t>(a << unused), static_cast<std::int64_t>(b << unused))
                 ? 1
                 : 0;
    });
  } else {
    make_of_two(step, lanes, slots, [&](std::uint64_t a, std::uint64_t b) -> std::uint64_t {
      return holds(a << unused, b << unused) ? 1 : 0;
    });
  }
}

void choose(const Step& step, const Lanes& lanes, LaneSlots& slots) {
  lanes.each([&](unsigned lane) {
    const Value chooses = slots.value(step.sources[0], lane);
    const bool yes = (chooses.number & 1U) != 0;
    slots.set(step.target, lane,
              chooses.is_known() ? slots.value(step.sources[yes ? 1 : 2], lane) : chooses);
  });
}

// What nobody knows of sources that are known.
void make_unknown(const Step& step, const Lanes& lanes, LaneSlots& slots) {
  const std::uint32_t common = common_cause(step, slots, kAllSources);
  if (common != LaneSlots::kVarious) {
    return slots.set_unknown(step.target, lanes, common != 0 ? common : step.origin + 1);
  }
  const Causes causes = causes_of_sources(step, lanes, slots, kAllSources);
  lanes.each([&](unsigned lane) {
    slots.set(step.target, lane, {0, causes[lane] != 0 ? causes[lane] : step.origin + 1});
  });
}

void make_any(const Step& step, const Lanes& lanes, LaneSlots& slots) {
  const std::uint32_t common = common_cause(step, slots, kAllSources);
  if (common != 0 && common != LaneSlots::kVarious) {
    return slots.set_unknown(step.target, lanes, common);
  }
  const Causes causes = causes_of_sources(step, lanes, slots, kAllSources);
  lanes.each([&](unsigned lane) {
    if (causes[lane] != 0) {
      slots.set(step.target, lane, {0, causes[lane]});
      return;
    }
    std::array<std::uint64_t, 4> numbers{};
    for (std::size_t i = 0; i < step.sources.size() && step.sources[i] != kNoSlot; ++i) {
      numbers[i] = slots.numbers(step.sources[i])[lane];
    }
    const auto result = compute(step, numbers);
    slots.set(step.target, lane, result ? Value{*result, 0} : Value{0, step.origin + 1});
  });
}

// Where a lane takes its number from; whether that is in its segment.
struct Taken {
  unsigned lane = 0;
  bool is_inside = false;
};

Taken taken_by(unsigned lane, Shuffle way, std::uint64_t distance, std::uint64_t clamp) {
  const auto by = static_cast<unsigned>(distance & 31U);
  const auto segment = static_cast<unsigned>(clamp >> 8U & 31U);
  const auto last = (lane & segment) | (static_cast<unsigned>(clamp & 31U) & ~segment);
  Taken taken;
  switch (way) {
    case Shuffle::up:
      taken = {lane - by, lane >= by && lane - by >= last};
      break;
    case Shuffle::down:
      taken = {lane + by, lane + by <= last};
      break;
    case Shuffle::butterfly:
      taken = {lane ^ by, (lane ^ by) <= last};
      break;
    case Shuffle::index:
      taken.lane = (lane & segment) | (by & ~segment);
      taken.is_inside = taken.lane <= last;
      break;
  }
  return taken.is_inside ? taken : Taken{lane, false};
}

void shuffle(const Step& step, const Lanes& lanes, LaneSlots& slots) {
  std::array<Value, kLanes> before;
  lanes.each([&](unsigned lane) { before[lane] = slots.value(step.sources[0], lane); });
  lanes.each([&](unsigned lane) {
    const Value distance = slots.value(step.sources[1], lane);
    const Value clamp = slots.value(step.sources[2], lane);
    const Taken taken =
        taken_by(lane, static_cast<Shuffle>(step.option), distance.number, clamp.number);
    const bool is_there = (lanes.mask >> taken.lane & 1U) != 0;
    Value result{0, step.origin + 1};
    if (!distance.is_known() || !clamp.is_known()) {
      result.cause = distance.is_known() ? clamp.cause : distance.cause;
    } else if (step.code == Code::shuffle_inside) {
      result = {taken.is_inside ? 1U : 0U, 0};
    } else if (is_there) {
      result = before[taken.lane];
    }
    slots.set(step.target, lane, result);
  });
}

void vote(const Step& step, const Lanes& lanes, LaneSlots& slots) {
  const auto way = static_cast<Vote>(step.option);
  std::uint32_t holds = 0;
  std::uint32_t cause = 0;
  if (way != Vote::active) {
    lanes.each([&](unsigned lane) {
      const Value one = slots.value(step.sources[0], lane);
      holds |= static_cast<std::uint32_t>(one.number & 1U) << lane;
      cause = cause != 0 ? cause : one.cause;
    });
  }
  Value result{0, cause};
  if (cause == 0) {
    const bool is_all = holds == lanes.mask;
    result.number = way == Vote::active   ? lanes.mask
                    : way == Vote::ballot ? holds
                    : way == Vote::all    ? static_cast<std::uint64_t>(is_all)
                    : way == Vote::any    ? static_cast<std::uint64_t>(holds != 0)
                                          : static_cast<std::uint64_t>(is_all || holds == 0);
  }
  lanes.each([&](unsigned lane) { slots.set(step.target, lane, result); });
}

// Those of single precision that say no more than how to round to the nearest.
bool is_plain_float(const Step& step) {
  return step.bits == 32 && step.form.rounding == Rounding::to_nearest && !step.form.flushes &&
         !step.form.saturates;
}

float single(std::uint64_t number) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(number));
}

std::uint64_t single_bits(float number) {
  return std::isnan(number) ? 0x7FFFFFFFU : std::bit_cast<std::uint32_t>(number);
}

bool operate_on_floats(const Step& step, const Lanes& lanes, LaneSlots& slots) {
  if (!is_plain_float(step)) {
    return false;
  }
  switch (step.code) {
    case Code::float_add:
      make_of_two(step, lanes, slots, [](std::uint64_t a, std::uint64_t b) {
        return single_bits(single(a) + single(b));
      });
      return true;
    case Code::float_sub:
      make_of_two(step, lanes, slots, [](std::uint64_t a, std::uint64_t b) {
        return single_bits(single(a) - single(b));
      });
      return true;
    case Code::float_mul:
      make_of_two(step, lanes, slots, [](std::uint64_t a, std::uint64_t b) {
        return single_bits(single(a) * single(b));
      });
      return true;
    default:
      return false;
  }
}

void operate_on_integers(const Step& step, const Lanes& lanes, LaneSlots& slots) {
  const std::uint64_t mask = low_bits(step.bits);
  const unsigned bits = step.bits;
  switch (step.code) {
    case Code::copy:
      make_of_one(step, lanes, slots, [=](std::uint64_t a) { return a & mask; });
      break;
    case Code::add:
      make_of_two(step, lanes, slots,
                  [=](std::uint64_t a, std::uint64_t b) { return (a + b) & mask; });
      break;
    case Code::sub:
      make_of_two(step, lanes, slots,
                  [=](std::uint64_t a, std::uint64_t b) { return (a - b) & mask; });
      break;
    case Code::mul:
      make_of_two(step, lanes, slots,
                  [=](std::uint64_t a, std::uint64_t b) { return (a * b) & mask; });
      break;
    case Code::mul_wide: {
      const std::uint64_t wide = low_bits(2 * bits);
      if (step.is_signed) {
        make_of_two(step, lanes, slots, [=](std::uint64_t a, std::uint64_t b) {
          return (static_cast<std::uint64_t>(sign_extended(a, bits)) *
                  static_cast<std::uint64_t>(sign_extended(b, bits))) &
                 wide;
        });
      } else {
        make_of_two(step, lanes, slots, [=](std::uint64_t a, std::uint64_t b) {
          return ((a & mask) * (b & mask)) & wide;
        });
      }
      break;
    }
    case Code::bit_and:
      make_bits(step, lanes, slots, 0, [](std::uint64_t a, std::uint64_t b) { return a & b; });
      break;
    case Code::bit_or:
      make_bits(step, lanes, slots, mask, [](std::uint64_t a, std::uint64_t b) { return a | b; });
      break;
    case Code::bit_xor:
      make_of_two(step, lanes, slots,
                  [=](std::uint64_t a, std::uint64_t b) { return (a ^ b) & mask; });
      break;
    case Code::shl:
      make_of_two(step, lanes, slots, [=](std::uint64_t a, std::uint64_t b) {
        b &= low_bits(32);
        return b >= bits ? 0 : (a << b) & mask;
      });
      break;
    case Code::extend:
      if (step.is_signed) {
        make_of_one(step, lanes, slots, [=, from = step.option](std::uint64_t a) {
          return static_cast<std::uint64_t>(sign_extended(a, from)) & mask;
        });
      } else {
        make_of_one(step, lanes, slots,
                    [=, kept = mask & low_bits(step.option)](std::uint64_t a) { return a & kept; });
      }
      break;
    case Code::equal:
      compare(step, lanes, slots, [](auto a, auto b) { return a == b; });
      break;
    case Code::not_equal:
      compare(step, lanes, slots, [](auto a, auto b) { return a != b; });
      break;
    case Code::less:
      compare(step, lanes, slots, [](auto a, auto b) { return a < b; });
      break;
    case Code::less_equal:
      compare(step, lanes, slots, [](auto a, auto b) { return a <= b; });
      break;
    case Code::greater:
      compare(step, lanes, slots, [](auto a, auto b) { return a > b; });
      break;
    case Code::greater_equal:
      compare(step, lanes, slots, [](auto a, auto b) { return a >= b; });
      break;
    default:
      make_any(step, lanes, slots);
  }
}

}  // namespace

void operate(const Step& step, const Lanes& lanes, LaneSlots& slots) {
  switch (step.code) {
    case Code::unknown:
      make_unknown(step, lanes, slots);
      break;
    case Code::select:
      choose(step, lanes, slots);
      break;
    case Code::shuffle:
    case Code::shuffle_inside:
      shuffle(step, lanes, slots);
      break;
    case Code::vote:
      vote(step, lanes, slots);
      break;
    default:
      if (!operate_on_floats(step, lanes, slots)) {
        operate_on_integers(step, lanes, slots);
      }
  }
}

}  // namespace clgauge::lens::ptx
