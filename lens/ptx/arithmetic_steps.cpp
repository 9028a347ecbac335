#include "lens/ptx/arithmetic_steps.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "lens/ptx/comparison_steps.h"
#include "lens/ptx/float_steps.h"
#include "lens/ptx/integer_steps.h"
#include "lens/ptx/move_steps.h"
#include "lens/ptx/named_operation.h"
#include "lens/ptx/warp_steps.h"

namespace clgauge::lens::ptx {
namespace {

// Results that need another item's registers, or arithmetic that nobody wrote down here.
constexpr std::array<std::string_view, 26> kNotEvaluated{
    "dp2a", "fns",     "bmsk", "szext",      "isspacep", "match", "redux", "elect", "txq",
    "suq",  "istypep", "vadd", "vsub",       "vabsdiff", "vmin",  "vmax",  "vshl",  "vshr",
    "vmad", "vset",    "mapa", "getctarank", "vadd4",    "vsub4", "vmin4", "vmax4"};

bool is_not_evaluated(std::string_view opcode) {
  return std::find(kNotEvaluated.begin(), kNotEvaluated.end(), opcode) != kNotEvaluated.end();
}

bool emit_special_form(const Named& named) {
  const std::string& opcode = named.code.opcode;
  if (opcode == "mov") {
    emit_move(named);
  } else if (opcode == "cvta") {
    emit_address_conversion(named);
  } else if (opcode == "cvt") {
    emit_conversion(named);
  } else if (opcode == "setp" || opcode == "set") {
    emit_comparison(named);
  } else if (opcode == "selp") {
    emit_select(named);
  } else if (opcode == "slct") {
    emit_select_by_sign(named);
  } else {
    return false;
  }
  return true;
}

// Integers with a carry, and what else was written down here but is no plain arithmetic.
bool emit_rare_form(const Named& named) {
  const std::string& opcode = named.code.opcode;
  const bool is_integer = named.type().is_integer();
  const bool may_carry = opcode == "add" || opcode == "sub" || opcode == "mad";
  const bool carries =
      (may_carry && named.has("cc")) || opcode == "addc" || opcode == "subc" || opcode == "madc";
  if (carries && is_integer && !named.has("sat") && !named.has("wide")) {
    emit_with_carry(named);
    return true;
  }
  if (opcode == "dp4a" && named.types.size() == 2) {
    emit_dot_product(named);
    return true;
  }
  return opcode == "shfl" ? emit_shuffle(named)
                          : (opcode == "vote" || opcode == "activemask") && emit_vote(named);
}

// Whether there is no plain form of it.
bool is_rare(std::string_view opcode) {
  static constexpr std::array<std::string_view, 7> kRare{"addc", "subc", "madc",      "dp4a",
                                                         "shfl", "vote", "activemask"};
  return std::find(kRare.begin(), kRare.end(), opcode) != kRare.end();
}

// Whether it is arithmetic on anything but integers, or has a form that is rare.
bool emit_other_arithmetic(const Named& named) {
  const std::string& opcode = named.code.opcode;
  if (is_not_evaluated(opcode)) {
    emit_unknown(named);
    return true;
  }
  if (emit_rare_form(named) || emit_float(named)) {
    return true;
  }
  const bool is_known = is_integer_opcode(opcode) || is_rare(opcode) || is_floating_opcode(opcode);
  if (is_known) {
    emit_unknown(named);
  }
  return is_known;
}

// What a comparison, a choice or a conversion takes is data where its type is no integer.
bool takes_data(const Named& named) {
  const std::string& opcode = named.code.opcode;
  if (opcode == "setp" || opcode == "set") {
    return !named.types.empty() && !named.types.back().is_integer();
  }
  if (opcode == "slct") {
    return named.types.size() < 2 || !named.types[1].is_integer();
  }
  return opcode == "cvt" && (named.types.size() != 2 || !named.types[0].is_integer() ||
                             !named.types[1].is_integer() || named.has("sat"));
}

}  // namespace

bool emit_arithmetic(Emitter& emit) {
  const Named named = named_operation(emit);
  const std::size_t first = emit.program().steps.size();
  const bool is_integer = named.type().is_integer() || named.type().kind == Type::Kind::predicate;
  const bool is_special = emit_special_form(named);
  bool is_data = takes_data(named);
  bool is_known = is_special;
  if (!is_special) {
    const bool is_plain = is_integer && !has_rare_form(named) &&
                          !is_not_evaluated(named.code.opcode) && !is_rare(named.code.opcode) &&
                          !is_floating_opcode(named.code.opcode);
    is_data = !is_plain;
    is_known = is_plain ? emit_integer_form(named) : emit_other_arithmetic(named);
  }
  for (std::size_t i = first; is_data && i < emit.program().steps.size(); ++i) {
    emit.program().steps[i].takes_data = true;
  }
  return is_known;
}

}  // namespace clgauge::lens::ptx
