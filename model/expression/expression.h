#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/expression/node.h"

namespace clgauge::model {

// A model as a person types it, in the syntax of Stevens & Kloeckner (IJHPCA 2019): costs and other
// parameters "p_*", features "f_*" with their constraints, numbers, + - * / ^, parentheses and the
// functions of kFunctions (docs/models.md gives the grammar). An immutable value; thread-safe.
class Expression {
 public:
  static constexpr std::size_t kMaxTextBytes = 1U << 20U;
  static constexpr std::size_t kMaxNodes = 1U << 16U;
  static constexpr std::size_t kMaxDepth = 200;
  // What may stand left of "=": the paper's name of a measured time.
  static constexpr std::string_view kOutput = "f_cl_wall_time_";

  // Parses "right-hand side" or "f_output = right-hand side". Throws Error(input) that gives the
  // position, what was found and what was expected, with a caret line in detail().
  [[nodiscard]] static Expression parse(std::string_view text);

  [[nodiscard]] const std::string& text() const noexcept { return text_; }
  // The feature left of "=", for example "f_cl_wall_time_pocl_cpu"; empty when there is none.
  [[nodiscard]] const std::string& output() const noexcept { return output_; }
  // In the order of their first appearance.
  [[nodiscard]] const std::vector<std::string>& parameters() const noexcept { return parameters_; }
  [[nodiscard]] const std::vector<std::string>& features() const noexcept { return features_; }

  // Scratch memory, reused from call to call; one per thread.
  struct Workspace {
    std::vector<double> values;    // of every node, after evaluate() or gradient()
    std::vector<double> adjoints;  // derivative of the result by every node, after gradient()
  };

  // The value at `parameters` and `features`, in the order of the accessors above. Follows IEEE:
  // 1/0 is infinite, log(-1) is not a number; the caller judges. Throws Error(internal) when a span
  // has the wrong length.
  [[nodiscard]] double evaluate(std::span<const double> parameters,
                                std::span<const double> features, Workspace& workspace) const;

  // The value, and its derivatives by every parameter and, where `by_feature` is not empty, by
  // every feature, by one reverse sweep. Where max, min and abs have no derivative, one side's is
  // given; that of a root of zero is infinite.
  double gradient(std::span<const double> parameters, std::span<const double> features,
                  Workspace& workspace, std::span<double> by_parameter,
                  std::span<double> by_feature = {}) const;

  // For code that looks at the structure: nodes in evaluation order, the last one is the result.
  [[nodiscard]] std::span<const Node> nodes() const noexcept { return nodes_; }
  [[nodiscard]] std::span<const std::uint32_t> operands(const Node& node) const {
    return std::span(operands_).subspan(node.first, node.count);
  }
  // Where a node stands in text(), for messages. Parentheses around the whole of it are left out.
  struct Place {
    std::size_t offset = 0;
    std::size_t length = 0;
  };
  [[nodiscard]] Place place(std::size_t node) const { return places_[node]; }

 private:
  friend class Parser;
  Expression() = default;

  std::string text_;
  std::string output_;
  std::vector<std::string> parameters_;
  std::vector<std::string> features_;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> operands_;
  std::vector<Place> places_;  // of every node
};

}  // namespace clgauge::model
