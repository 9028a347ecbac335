#include "collector/kernel/formula.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "collector/kernel/formula_builder.h"
#include "collector/symbolic/parse.h"
#include "collector/symbolic/print.h"

namespace clgauge::collector {

namespace {

constexpr int kMostProofSteps = 6;
// Few characters of nested remainders can mean millions of operations; a formula that the analysis
// wrote is about as long when it is written again.
constexpr double kPrintedPerCharacter = 4;
constexpr double kAlwaysPrinted = 1e5;

std::shared_ptr<const FormulaNode> make_node(const symbolic::Context& context,
                                             const symbolic::Poly& poly) {
  std::string text = symbolic::print(context, poly);  // first: refuses what is too large for either
  ProgramBuilder builder;
  builder.add(context, poly);
  return std::make_shared<const FormulaNode>(std::move(text), builder.take());
}

std::shared_ptr<const FormulaNode> make_node(std::int64_t constant) {
  return make_node(symbolic::Context(), symbolic::Poly(constant));
}

}  // namespace

Formula::Formula() {
  static const std::shared_ptr<const FormulaNode> kZero = make_node(0);
  node_ = kZero;
}

Formula::Formula(std::int64_t constant) : node_(make_node(constant)) {}

Formula::Formula(std::shared_ptr<const FormulaNode> node) : node_(std::move(node)) {}

Formula Formula::parse(std::string_view text) {
  // A context that assumes nothing: the formula keeps its value for every integer.
  symbolic::Context context;
  // The text of a formula is as simple as the analysis could make it: no more work is spent on it.
  context.limits.proof_steps = kMostProofSteps;
  context.limits.brief_proof_steps = kMostProofSteps;
  context.limits.sum_steps = 0;
  context.limits.most_printed =
      std::min(context.limits.most_printed,
               std::max(kAlwaysPrinted, kPrintedPerCharacter * static_cast<double>(text.size())));
  return FormulaBuilder::build(context, symbolic::parse(context, text));
}

std::string Formula::text() const { return node_->text(); }

std::set<std::string> Formula::symbols() const {
  const auto& names = node_->program().symbols();
  return {names.begin(), names.end()};
}

bool Formula::is_determined() const {
  const auto& names = node_->program().symbols();
  return std::none_of(names.begin(), names.end(),
                      [](const std::string& name) { return name.front() == '@'; });
}

std::optional<std::int64_t> Formula::evaluate(const Bindings& bindings) const {
  const Program& program = node_->program();
  std::vector<std::int64_t> inputs;
  inputs.reserve(program.symbols().size());
  for (const std::string& name : program.symbols()) {
    const auto found = bindings.find(name);
    if (found == bindings.end()) return std::nullopt;
    inputs.push_back(found->second);
  }
  std::array<symbolic::Integer, 1> output{};
  program.run(inputs, output);
  return symbolic::to_int64(output[0]);
}

bool operator==(const Formula& a, const Formula& b) { return a.text() == b.text(); }

Formula FormulaBuilder::build(const symbolic::Context& context, const symbolic::Poly& poly) {
  return Formula(make_node(context, poly));
}

symbolic::Poly FormulaBuilder::poly(symbolic::Context& context, const Formula& formula) {
  return symbolic::parse(context, formula.text());
}

const Program& FormulaBuilder::program(const Formula& formula) { return formula.node_->program(); }

}  // namespace clgauge::collector
