// Whatever the text: an expression or Error(input), never a crash; and what parses evaluates and
// differentiates to the same value twice.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "model/expression/expression.h"
#include "model/expression/structure.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using clgauge::model::Expression;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    const Expression expression = Expression::parse(text);
    const std::vector<double> parameters(expression.parameters().size(), 1.5);
    const std::vector<double> features(expression.features().size(), 2.5);
    std::vector<double> gradient(parameters.size());
    Expression::Workspace workspace;
    const double value = expression.evaluate(parameters, features, workspace);
    const double again = expression.gradient(parameters, features, workspace, gradient);
    if (value != again && !(std::isnan(value) && std::isnan(again))) {
      std::abort();
    }
    const auto structure = clgauge::model::analyse(expression);
    for (const auto& term : structure.terms) {
      if (term.parameter >= parameters.size() || term.node >= expression.nodes().size()) {
        std::abort();
      }
    }
  } catch (const clgauge::Error& error) {
    if (error.kind() != clgauge::ErrorKind::input) {
      std::abort();
    }
  }
  return 0;
}
