#include "collector/oracle/arithmetic.h"

#include <algorithm>
#include <limits>

namespace clgauge::collector::oracle {
namespace {

std::uint64_t low_bits(std::int64_t value, unsigned width) {
  const auto bits = static_cast<std::uint64_t>(value);
  return width >= 64 ? bits : bits & ((std::uint64_t{1} << width) - 1);
}

std::int64_t sign_extended(std::uint64_t bits, unsigned width) {
  if (width >= 64) return static_cast<std::int64_t>(bits);
  const unsigned shift = 64 - width;
  return static_cast<std::int64_t>(bits << shift) >> shift;
}

std::int64_t truth(bool value) { return value ? -1 : 0; }  // an i1, sign-extended

}  // namespace

std::optional<std::int64_t> compute(Code code, unsigned width, std::int64_t a, std::int64_t b) {
  const std::uint64_t ua = low_bits(a, width);
  const std::uint64_t ub = low_bits(b, width);
  const auto wrapped = [width](std::uint64_t bits) {
    return std::optional(sign_extended(low_bits(static_cast<std::int64_t>(bits), width), width));
  };
  switch (code) {
    case Code::copy:
      return a;
    case Code::add:
      return wrapped(ua + ub);
    case Code::sub:
      return wrapped(ua - ub);
    case Code::mul:
      return wrapped(ua * ub);
    case Code::udiv:
      if (ub == 0) return std::nullopt;
      return wrapped(ua / ub);
    case Code::urem:
      if (ub == 0) return std::nullopt;
      return wrapped(ua % ub);
    case Code::sdiv:
    case Code::srem:
      if (b == 0 || (b == -1 && a == std::numeric_limits<std::int64_t>::min())) {
        return std::nullopt;
      }
      return wrapped(static_cast<std::uint64_t>(code == Code::sdiv ? a / b : a % b));
    case Code::shl:
      if (ub >= width) return std::nullopt;
      return wrapped(ua << ub);
    case Code::lshr:
      if (ub >= width) return std::nullopt;
      return wrapped(ua >> ub);
    case Code::ashr:
      if (ub >= width) return std::nullopt;
      return wrapped(static_cast<std::uint64_t>(a >> ub));
    case Code::bit_and:
      return a & b;
    case Code::bit_or:
      return a | b;
    case Code::bit_xor:
      return a ^ b;
    case Code::smin:
      return std::min(a, b);
    case Code::smax:
      return std::max(a, b);
    case Code::umin:
      return ua < ub ? a : b;
    case Code::umax:
      return ua < ub ? b : a;
    case Code::abs:
      return wrapped(a < 0 ? std::uint64_t{0} - ua : ua);
    case Code::sign_extend:
      return sign_extended(ua, width);
    case Code::zero_extend:
      return static_cast<std::int64_t>(ua);
    case Code::compare_eq:
      return truth(a == b);
    case Code::compare_ne:
      return truth(a != b);
    case Code::compare_slt:
      return truth(a < b);
    case Code::compare_sle:
      return truth(a <= b);
    case Code::compare_ult:
      return truth(ua < ub);
    case Code::compare_ule:
      return truth(ua <= ub);
    default:
      return std::nullopt;  // control and memory are the interpreter's
  }
}

}  // namespace clgauge::collector::oracle
