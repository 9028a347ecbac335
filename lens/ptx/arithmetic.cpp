#include "lens/ptx/arithmetic.h"

#include <algorithm>
#include <bit>

#include "lens/ptx/float_arithmetic.h"

namespace clgauge::lens::ptx {
namespace {

using Sources = std::array<std::uint64_t, 4>;

struct Wide {
  std::uint64_t high = 0;
  std::uint64_t low = 0;
};

Wide product(std::uint64_t a, std::uint64_t b) {
  const std::uint64_t a0 = a & 0xFFFFFFFFU;
  const std::uint64_t a1 = a >> 32U;
  const std::uint64_t b0 = b & 0xFFFFFFFFU;
  const std::uint64_t b1 = b >> 32U;
  const std::uint64_t middle = a1 * b0 + (a0 * b0 >> 32U);
  const std::uint64_t carry = (middle & 0xFFFFFFFFU) + a0 * b1;
  return {a1 * b1 + (middle >> 32U) + (carry >> 32U), a * b};
}

std::uint64_t high_half(std::uint64_t a, std::uint64_t b, unsigned bits, bool is_signed) {
  const auto wide_a = is_signed ? static_cast<std::uint64_t>(sign_extended(a, bits)) : a;
  const auto wide_b = is_signed ? static_cast<std::uint64_t>(sign_extended(b, bits)) : b;
  if (bits < 64) {
    return (wide_a * wide_b) >> bits;
  }
  std::uint64_t high = product(a, b).high;
  if (is_signed) {
    high -= (a >> 63U != 0 ? b : 0) + (b >> 63U != 0 ? a : 0);
  }
  return high;
}

std::optional<std::uint64_t> quotient(const Step& step, std::uint64_t a, std::uint64_t b) {
  if (b == 0) {
    return std::nullopt;
  }
  const bool is_division = step.code == Code::div;
  if (!step.is_signed) {
    return is_division ? a / b : a % b;
  }
  const std::int64_t x = sign_extended(a, step.bits);
  const std::int64_t y = sign_extended(b, step.bits);
  if (y == -1) {  // the least number has no opposite
    return is_division ? 0 - static_cast<std::uint64_t>(x) : 0;
  }
  return static_cast<std::uint64_t>(is_division ? x / y : x % y);
}

bool compares(const Step& step, std::uint64_t a, std::uint64_t b) {
  const bool is_less =
      step.is_signed ? sign_extended(a, step.bits) < sign_extended(b, step.bits) : a < b;
  switch (step.code) {
    case Code::equal:
      return a == b;
    case Code::not_equal:
      return a != b;
    case Code::less:
      return is_less;
    case Code::less_equal:
      return is_less || a == b;
    case Code::greater:
      return !is_less && a != b;
    default:
      return !is_less;
  }
}

std::uint64_t shifted(const Step& step, std::uint64_t a, std::uint64_t distance) {
  if (step.code == Code::shl) {
    return distance >= step.bits ? 0 : a << distance;
  }
  if (step.is_signed) {
    const std::uint64_t most = step.bits - 1U;
    return static_cast<std::uint64_t>(sign_extended(a, step.bits) >> std::min(distance, most));
  }
  return distance >= step.bits ? 0 : a >> distance;
}

std::uint64_t leading_zeros(std::uint64_t a, unsigned bits) {
  return static_cast<unsigned>(std::countl_zero(a)) - (64U - bits);
}

// The place of the highest bit that is not a sign; all ones where there is none.
std::uint64_t highest_bit(const Step& step, std::uint64_t a) {
  const bool is_negative = step.is_signed && sign_extended(a, step.bits) < 0;
  const std::uint64_t rest = truncated(is_negative ? ~a : a, step.bits);
  return rest == 0 ? 0xFFFFFFFFU : 63U - static_cast<unsigned>(std::countl_zero(rest));
}

std::uint64_t reversed(std::uint64_t a, unsigned bits) {
  std::uint64_t result = 0;
  for (unsigned i = 0; i < bits; ++i) {
    result |= ((a >> i) & 1U) << (bits - 1 - i);
  }
  return result;
}

std::uint64_t extracted(const Step& step, std::uint64_t a, std::uint64_t position,
                        std::uint64_t length) {
  position &= 0xFFU;
  length &= 0xFFU;
  const std::uint64_t last = std::min<std::uint64_t>(position + length - 1, step.bits - 1U);
  const bool sign = step.is_signed && length != 0 && ((a >> last) & 1U) != 0;
  const std::uint64_t left = position >= step.bits ? 0 : step.bits - position;
  const auto kept = static_cast<unsigned>(std::min(length, left));
  const std::uint64_t field = kept == 0 ? 0 : truncated(a >> position, kept);
  return sign ? field | ~truncated(~std::uint64_t{0}, kept) : field;
}

std::uint64_t inserted(const Step& step, const Sources& s) {
  const std::uint64_t position = s[2] & 0xFFU;
  const std::uint64_t length = s[3] & 0xFFU;
  if (position >= step.bits || length == 0) {
    return s[1];
  }
  const std::uint64_t mask = truncated(~std::uint64_t{0}, static_cast<unsigned>(length))
                             << position;
  return (s[1] & ~mask) | ((s[0] << position) & mask);
}

std::uint64_t permuted(const Sources& s) {
  const std::uint64_t both = truncated(s[0], 32) | (s[1] << 32U);
  std::uint64_t result = 0;
  for (unsigned i = 0; i < 4; ++i) {
    const std::uint64_t selector = (s[2] >> (4 * i)) & 0xFU;
    std::uint64_t byte = (both >> (8 * (selector & 7U))) & 0xFFU;
    if ((selector & 8U) != 0) {
      byte = (byte & 0x80U) != 0 ? 0xFFU : 0;
    }
    result |= byte << (8 * i);
  }
  return result;
}

std::uint64_t funnel(const Step& step, const Sources& s) {
  const std::uint64_t both = truncated(s[0], 32) | (s[1] << 32U);
  const std::uint64_t wanted = truncated(s[2], 32);
  const std::uint64_t distance =
      step.option != 0 ? std::min<std::uint64_t>(wanted, 32) : wanted & 31U;
  return step.code == Code::funnel_left ? both << distance >> 32U : both >> distance;
}

std::uint64_t looked_up(unsigned table, const Sources& s) {
  std::uint64_t result = 0;
  for (unsigned entry = 0; entry < 8; ++entry) {
    if ((table >> entry & 1U) != 0) {
      result |= ((entry & 4U) != 0 ? s[0] : ~s[0]) & ((entry & 2U) != 0 ? s[1] : ~s[1]) &
                ((entry & 1U) != 0 ? s[2] : ~s[2]);
    }
  }
  return result;
}

// Four bytes of each, multiplied and added up.
std::uint64_t dot_product(unsigned signs, const Sources& s) {
  std::uint64_t sum = s[2];
  for (unsigned i = 0; i < 32; i += 8) {
    const auto byte = [&](std::uint64_t all, unsigned sign) {
      const std::uint64_t one = all >> i & 0xFFU;
      return (signs & sign) != 0 ? static_cast<std::uint64_t>(sign_extended(one, 8)) : one;
    };
    sum += byte(s[0], 1) * byte(s[1], 2);
  }
  return sum;
}

}  // namespace

std::optional<std::uint64_t> compute(const Step& step, const Sources& sources) {
  const unsigned bits = step.bits;
  const std::uint64_t a = truncated(sources[0], bits);
  const std::uint64_t b = truncated(sources[1], bits);
  const auto kept = [bits](std::uint64_t value) { return truncated(value, bits); };
  switch (step.code) {
    case Code::copy:
      return a;
    case Code::add:
      return kept(a + b);
    case Code::sub:
      return kept(a - b);
    case Code::mul:
      return kept(a * b);
    case Code::mul_high:
      return kept(high_half(a, b, bits, step.is_signed));
    case Code::mul_wide:
      return truncated(step.is_signed ? static_cast<std::uint64_t>(sign_extended(a, bits)) *
                                            static_cast<std::uint64_t>(sign_extended(b, bits))
                                      : a * b,
                       2 * bits);
    case Code::div:
    case Code::rem: {
      const auto result = quotient(step, a, b);
      return result ? std::optional(kept(*result)) : std::nullopt;
    }
    case Code::abs:
      return kept(sign_extended(a, bits) < 0 ? 0 - a : a);
    case Code::min:
    case Code::max: {
      const bool is_less = step.is_signed ? sign_extended(a, bits) < sign_extended(b, bits) : a < b;
      return is_less == (step.code == Code::min) ? a : b;
    }
    case Code::bit_and:
      return a & b;
    case Code::bit_or:
      return a | b;
    case Code::bit_xor:
      return a ^ b;
    case Code::bit_not:
      return kept(~a);
    case Code::is_zero:
      return a == 0 ? 1 : 0;
    case Code::shl:
    case Code::shr:
      return kept(shifted(step, a, truncated(sources[1], 32)));
    case Code::popc:
      return static_cast<unsigned>(std::popcount(a));
    case Code::clz:
      return leading_zeros(a, bits);
    case Code::bfind:
      return highest_bit(step, a);
    case Code::brev:
      return reversed(a, bits);
    case Code::bfe:
      return kept(extracted(step, a, sources[1], sources[2]));
    case Code::bfi:
      return kept(inserted(step, sources));
    case Code::prmt:
      return kept(permuted(sources));
    case Code::funnel_left:
    case Code::funnel_right:
      return kept(funnel(step, sources));
    case Code::lop3:
      return kept(looked_up(step.option, sources));
    case Code::extend:
      return kept(step.is_signed
                      ? static_cast<std::uint64_t>(sign_extended(sources[0], step.option))
                      : truncated(sources[0], step.option));
    case Code::equal:
    case Code::not_equal:
    case Code::less:
    case Code::less_equal:
    case Code::greater:
    case Code::greater_equal:
      return compares(step, a, b) ? 1 : 0;
    case Code::add_carry:
      return kept(a + b + sources[2]);
    case Code::carry_of: {
      const std::uint64_t sum = kept(a + b);
      return (sum < a ? 1U : 0U) | (kept(sum + sources[2]) < sum ? 1U : 0U);
    }
    case Code::subtract_borrow:
      return kept(a - b - sources[2]);
    case Code::borrow_of:
      return a < b || (a == b && sources[2] != 0) ? 1 : 0;
    case Code::dot4:
      return kept(dot_product(step.option, sources));
    case Code::unknown:
      return std::nullopt;
    default:
      return compute_float(step, sources);
  }
}

}  // namespace clgauge::lens::ptx
