#include "lens/ptx/atomic_update.h"

#include "lens/ptx/arithmetic.h"

namespace clgauge::lens::ptx {
namespace {

std::optional<std::uint64_t> updated_float(const Access& access, std::uint64_t found,
                                           std::uint64_t operand) {
  Step step;
  step.bits = static_cast<std::uint8_t>(access.bytes * 8U);
  switch (access.update) {
    case Update::add:
      step.code = Code::float_add;
      break;
    case Update::min:
      step.code = Code::float_min;
      break;
    case Update::max:
      step.code = Code::float_max;
      break;
    case Update::exchange:
      return operand;
    default:
      return std::nullopt;
  }
  return compute(step, {found, operand, 0, 0});
}

}  // namespace

std::optional<std::uint64_t> updated(const Access& access, std::uint64_t found,
                                     std::uint64_t operand, std::uint64_t swapped) {
  const unsigned bits = access.bytes * 8U;
  operand = truncated(operand, bits);
  if (access.is_floating) {
    return updated_float(access, found, operand);
  }
  const bool is_less = access.is_signed ? sign_extended(operand, bits) < sign_extended(found, bits)
                                        : operand < found;
  switch (access.update) {
    case Update::add:
      return truncated(found + operand, bits);
    case Update::min:
      return is_less ? operand : found;
    case Update::max:
      return is_less ? found : operand;
    case Update::bit_and:
      return found & operand;
    case Update::bit_or:
      return found | operand;
    case Update::bit_xor:
      return found ^ operand;
    case Update::exchange:
      return operand;
    case Update::compare_and_swap:
      return found == operand ? truncated(swapped, bits) : found;
    case Update::increment:
      return found >= operand ? 0 : found + 1;
    case Update::decrement:
      return found == 0 || found > operand ? operand : found - 1;
    case Update::unknown:
      break;
  }
  return std::nullopt;
}

}  // namespace clgauge::lens::ptx
