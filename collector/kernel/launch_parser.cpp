#include "collector/kernel/launch_parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/error.h"
#include "collector/symbolic/operations.h"
#include "collector/symbolic/parse.h"

namespace clgauge::collector {

using symbolic::AtomId;
using symbolic::Context;
using symbolic::Poly;

namespace {

struct Comparison {
  std::string_view sign;
  std::size_t position;
};

// The comparison outside all parentheses.
std::optional<Comparison> find_comparison(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    for (const std::string_view sign : {"==", "!=", ">=", "<=", ">", "<", "="}) {
      if (text.substr(i, sign.size()) == sign) return Comparison{sign, i};
    }
  }
  return std::nullopt;
}

std::string without_spaces(std::string text) {
  text.erase(std::remove_if(text.begin(), text.end(),
                            [](unsigned char c) { return std::isspace(c) != 0; }),
             text.end());
  return text;
}

Poly parse_integer(Context& context, std::string_view text) {
  return symbolic::parse(context, text, symbolic::Division::floor);
}

// "n%16" as (n, 16); the last % at the outer level, so that n*m%16 is (n*m) % 16.
std::optional<std::pair<Poly, std::int64_t>> split_modulo(Context& context, std::string_view text) {
  const std::size_t position = text.rfind('%');
  if (position == std::string_view::npos) return std::nullopt;
  const Poly divisor = parse_integer(context, text.substr(position + 1));
  if (!divisor.is_constant() || !divisor.constant_term().is_positive()) return std::nullopt;
  return std::pair(parse_integer(context, text.substr(0, position)),
                   symbolic::to_int64(divisor.constant_term().floor()));
}

void teach(Context& context, const Assumption& assumption) {
  const Poly& value = assumption.value;
  switch (assumption.kind) {
    case Assumption::Kind::divisible:
      context.assume_divisible(*value.as_atom(), assumption.divisor);
      return;
    case Assumption::Kind::zero:
      return;  // by substitution
    case Assumption::Kind::nonnegative:
      break;
  }
  const std::vector<AtomId> atoms = value.atoms();
  const bool single = atoms.size() == 1 && value.degree(atoms[0]) == 1 &&
                      context.atom(atoms[0]).kind == symbolic::AtomKind::symbol;
  if (single) {
    // slope * n + offset >= 0
    const symbolic::Rational slope = value.coefficient(atoms[0], 1).constant_term();
    const symbolic::Rational bound = -(value.constant_term() / slope);
    if (slope.is_positive()) {
      context.assume_at_least(atoms[0], symbolic::to_int64(-(-bound).floor()));
    } else {
      context.assume_at_most(atoms[0], symbolic::to_int64(bound.floor()));
    }
    return;
  }
  context.push_fact(value, true);
}

// The symbol that the assumption value == 0 determines: one with coefficient +-1 that occurs in no
// other term.
std::optional<std::pair<AtomId, Poly>> solve(const Context& context, const Poly& value) {
  for (const AtomId id : value.atoms()) {
    if (context.atom(id).kind != symbolic::AtomKind::symbol || value.degree(id) != 1) continue;
    const Poly slope = value.coefficient(id, 1);
    if (!slope.is_constant() || symbolic::is_compound_in(context, value, id)) continue;
    const symbolic::Rational factor = slope.constant_term();
    if (!(factor * factor == symbolic::Rational(1))) continue;
    return std::pair(id, value.coefficient(id, 0) * (symbolic::Rational(-1) / factor));
  }
  return std::nullopt;
}

Poly parse_size(Context& context, const char* what, const std::string& text) {
  Poly size = parse_integer(context, text);
  if (size.is_constant() && !size.constant_term().is_positive()) {
    throw Error(ErrorKind::input,
                fmt::format("the {} size '{}' is not positive; give a positive size", what, text));
  }
  return size;
}

// A work size is positive, or there is no launch to count.
void assume_positive(Context& context, const Poly& size) {
  const AtomId* id = size.as_atom();
  if (id == nullptr || context.atom(*id).kind != symbolic::AtomKind::symbol) return;
  const symbolic::Range& known = context.range(*id);
  if (!known.low) context.assume_at_least(*id, 1);
}

void check_dimensions(const LaunchDescription& launch) {
  constexpr std::size_t kMostDimensions = 3;
  if (launch.global.empty() || launch.global.size() > kMostDimensions) {
    throw Error(ErrorKind::input,
                fmt::format("an NDRange has 1 to 3 dimensions, not {}; write --global n,n",
                            launch.global.size()));
  }
  if (!launch.local.empty() && launch.local.size() != launch.global.size()) {
    throw Error(ErrorKind::input,
                fmt::format("--local has {} dimensions and --global {}; give one size per "
                            "dimension in both",
                            launch.local.size(), launch.global.size()));
  }
}

}  // namespace

bool is_decimal_fraction(const std::string& typed) {
  std::string text = without_spaces(typed);
  if (!text.empty() && (text.back() == 'f' || text.back() == 'F')) text.pop_back();
  if (!text.empty() && text.front() == '+') text.erase(0, 1);
  if (text.find_first_of(".eE") == std::string::npos) return false;
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [read_to, status] = std::from_chars(text.data(), end, value);
  return status == std::errc() && read_to == end;
}

Assumption parse_assumption(Context& context, const std::string& typed) {
  const std::string text = without_spaces(typed);
  const auto comparison = find_comparison(text);
  if (!comparison || comparison->sign == "!=" || comparison->sign == "=") {
    throw Error(
        ErrorKind::input,
        fmt::format("the assumption '{}' compares nothing; write n%16==0, n>=16 or m==n", typed));
  }
  const std::string_view whole(text);
  const std::string_view left = whole.substr(0, comparison->position);
  const std::string_view right = whole.substr(comparison->position + comparison->sign.size());
  Assumption result;
  result.text = text;
  if (comparison->sign == "==") {
    if (const auto modulo = split_modulo(context, left)) {
      const AtomId* id = modulo->first.as_atom();
      if (parse_integer(context, right).is_zero() && id != nullptr &&
          context.atom(*id).kind == symbolic::AtomKind::symbol) {
        result.kind = Assumption::Kind::divisible;
        result.value = modulo->first;
        result.divisor = modulo->second;
        return result;
      }
      throw Error(ErrorKind::unsupported,
                  fmt::format("the assumption '{}' is not understood: a single name must be "
                              "divisible, as in n%16==0",
                              typed));
    }
  }
  const Poly difference = parse_integer(context, left) - parse_integer(context, right);
  if (comparison->sign == "==") {
    result.kind = Assumption::Kind::zero;
    result.value = difference;
  } else {
    const bool greater = comparison->sign.front() == '>';
    const bool strict = comparison->sign.size() == 1;
    result.value = (greater ? difference : -difference) - Poly(strict ? 1 : 0);
  }
  if (result.value.is_constant()) {
    throw Error(ErrorKind::input,
                fmt::format("the assumption '{}' names no symbol; remove it", typed));
  }
  return result;
}

ParsedLaunch parse_launch(Context& context, const LaunchDescription& launch) {
  check_dimensions(launch);
  ParsedLaunch result;
  for (const std::string& text : launch.assumptions) {
    Assumption assumption = parse_assumption(context, text);
    if (assumption.kind == Assumption::Kind::zero) {
      Poly value = assumption.value;
      for (const auto& [name, definition] : result.definitions) {
        value = symbolic::substitute(context, value, context.symbol_id(name), definition);
      }
      const auto solution = solve(context, value);
      if (!solution) {
        throw Error(
            ErrorKind::unsupported,
            fmt::format("the assumption '{}' determines no single name; write m==2*n", text));
      }
      for (auto& [name, definition] : result.definitions) {
        definition = symbolic::substitute(context, definition, solution->first, solution->second);
      }
      result.definitions.emplace(context.atom(solution->first).name, solution->second);
    } else {
      teach(context, assumption);
    }
    result.assumptions.push_back(std::move(assumption));
  }
  const auto defined = [&](Poly size) {
    for (const auto& [name, definition] : result.definitions) {
      size = symbolic::substitute(context, size, context.symbol_id(name), definition);
    }
    assume_positive(context, size);
    return size;
  };
  for (const std::string& text : launch.global) {
    result.global.push_back(defined(parse_size(context, "global", text)));
  }
  for (const std::string& text : launch.local) {
    result.local.push_back(defined(parse_size(context, "local", text)));
  }
  return result;
}

}  // namespace clgauge::collector
