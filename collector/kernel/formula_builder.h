#pragma once

#include "collector/kernel/formula.h"
#include "collector/kernel/program.h"
#include "collector/symbolic/context.h"

namespace clgauge::collector {

// What a Formula holds: the text form and the code that evaluates it.
class FormulaNode {
 public:
  FormulaNode(std::string text, Program program)
      : text_(std::move(text)), program_(std::move(program)) {}
  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] const Program& program() const { return program_; }

 private:
  std::string text_;
  Program program_;
};

// The way between the algebra of an analysis and the formulas of a model.
class FormulaBuilder {
 public:
  // A formula that no longer needs the context. Throws Error(input) when a coefficient does not fit
  // 64 bits.
  [[nodiscard]] static Formula build(const symbolic::Context& context, const symbolic::Poly& poly);
  // The formula as a polynomial of `context`.
  [[nodiscard]] static symbolic::Poly poly(symbolic::Context& context, const Formula& formula);
  [[nodiscard]] static const Program& program(const Formula& formula);
};

}  // namespace clgauge::collector
