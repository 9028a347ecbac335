#include "collector/analysis/written_formula.h"

#include <algorithm>
#include <string>

#include "base/error.h"
#include "collector/kernel/compiled.h"
#include "collector/kernel/formula_builder.h"
#include "collector/symbolic/print.h"

namespace clgauge::collector {
namespace {

// Beyond it a formula takes longer to read than the launch to walk through.
constexpr double kMostOperations = 50'000;
// A text may grow when it is read where nothing is assumed; short ones cannot grow too far.
constexpr std::size_t kSurelyRead = 4'000;

const Formula& too_long() {
  static const Formula kTooLong = Formula::parse("@too_long");
  return kTooLong;
}

}  // namespace

Formula written(const symbolic::Context& context, const symbolic::Poly& poly, CountFlag& flag) {
  try {
    if (symbolic::printed_length(context, poly) <= kMostOperations) {
      Formula formula = FormulaBuilder::build(context, poly);
      const std::string text = formula.text();
      if (text.size() > kSurelyRead) (void)Formula::parse(text);
      return formula;
    }
  } catch (const Error&) {
    // a number beyond 64 bits, or a text that cannot be read
  }
  if (flag != CountFlag::data_dependent) flag = CountFlag::upper;
  return too_long();
}

bool is_too_long(const Formula& formula) { return formula == too_long(); }

bool has_too_long(const KernelModel& model) {
  const std::vector<Formula> formulas = count_formulas(model);
  return std::any_of(formulas.begin(), formulas.end(), is_too_long);
}

}  // namespace clgauge::collector
