#include "model/fit/not_finite.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include "model/expression/lexer.h"

namespace clgauge::model {

namespace {

// A subexpression in quotes, as a line has room for it.
std::string quoted(const Expression& expression, std::size_t node) {
  constexpr std::size_t kShown = 80;
  const Expression::Place place = expression.place(node);
  std::string text = expression.text().substr(place.offset, std::min(place.length, kShown));
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c < ' ' || c > '~'; }, ' ');
  return fmt::format("'{}{}'", text, place.length > kShown ? "..." : "");
}

// The features of a subexpression that the sample does not count. Operands are evaluated first: an
// earlier node that does not stand before it is a part of it.
std::set<std::string> zeros_in(const Expression& expression, std::size_t node,
                               std::span<const double> counts) {
  std::set<std::string> names;
  for (std::size_t part = 0; part < node; ++part) {
    const Node& one = expression.nodes()[part];
    if (one.op == Op::feature && counts[one.first] == 0 &&
        expression.place(part).offset >= expression.place(node).offset) {
      names.insert(expression.features()[one.first]);
    }
  }
  return names;
}

Error error_of(const Design& design, std::size_t sample, std::size_t node,
               const std::string& problem) {
  const Expression& expression = design.expression();
  const auto zeros = zeros_in(expression, node, design.features(sample));
  const std::string why = zeros.empty()
                              ? ": write it so that it is a finite number in every sample"
                              : fmt::format(", where {} {} 0: add a number, such as ({} + 1)",
                                            fmt::join(zeros, " and "),
                                            zeros.size() == 1 ? "is" : "are", *zeros.begin());
  return error_at(expression.text(), expression.place(node).offset,
                  fmt::format("{} in sample '{}'{}", problem, design.name(sample), why));
}

}  // namespace

std::optional<Error> not_finite(const Design& design, const Subset& subset,
                                const std::vector<double>& parameters) {
  const auto is_wrong = [](double x) { return !std::isfinite(x); };
  Expression::Workspace workspace;
  std::vector<double> gradient(parameters.size());
  for (const std::size_t sample : subset.samples) {
    if (is_wrong(design.predict(sample, parameters, workspace, gradient))) {
      const auto& values = workspace.values;
      const auto first = std::find_if(values.begin(), values.end(), is_wrong);
      const auto node = static_cast<std::size_t>(first - values.begin());
      return error_of(design, sample, node,
                      quoted(design.expression(), node) +
                          (std::isnan(*first) ? " is not a number" : " is infinite"));
    }
    for (std::size_t j = 0; j < gradient.size(); ++j) {
      if (subset.free[j] && is_wrong(gradient[j])) {
        // The sweep goes backwards: what it meets first is what all the others have it from.
        const auto& adjoints = workspace.adjoints;
        const auto last = std::find_if(adjoints.rbegin(), adjoints.rend() - 1, is_wrong);
        const auto node = static_cast<std::size_t>(adjoints.rend() - last) - 1;
        return error_of(
            design, sample, node,
            "the derivative by " + quoted(design.expression(), node) + " is no finite number");
      }
    }
  }
  return std::nullopt;
}

}  // namespace clgauge::model
