#include "model/expression/structure.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace clgauge::model {

namespace {

// What is known of one subexpression.
struct Summary {
  enum class Form {
    fixed,   // holds no parameter but exponents
    single,  // one parameter times a fixed coefficient
    mixed,   // anything else
  };
  Form form = Form::fixed;
  bool has_cost = false;  // a parameter other than an exponent or a sharpness
  std::size_t parameter = 0;
  std::vector<std::size_t> features;
  std::vector<std::size_t> exponents;
  bool corrects = false;  // fixed, and times a constant to the power of a parameter

  void join(const Summary& other);
};

using Form = Summary::Form;

std::vector<std::size_t> united(const std::vector<std::size_t>& a,
                                const std::vector<std::size_t>& b) {
  std::vector<std::size_t> both;
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  return both;
}

void Summary::join(const Summary& other) {
  features = united(features, other.features);
  exponents = united(exponents, other.exponents);
  corrects |= other.corrects;
}

class Analysis {
 public:
  explicit Analysis(const Expression& expression)
      : expression_(expression), summaries_(expression.nodes().size()) {
    result_.roles.assign(expression.parameters().size(), Role::cost);
  }

  Structure run() {
    const auto nodes = expression_.nodes();
    for (std::uint32_t id = 0; id < nodes.size(); ++id) {
      visit(id);
    }
    close(static_cast<std::uint32_t>(nodes.size() - 1));
    std::sort(result_.terms.begin(), result_.terms.end(),
              [](const CostTerm& a, const CostTerm& b) { return a.node < b.node; });
    return std::move(result_);
  }

 private:
  void visit(std::uint32_t id) {
    const Node& node = expression_.nodes()[id];
    Summary& summary = summaries_[id];
    switch (node.op) {
      case Op::constant:
        return;
      case Op::parameter:
        summary = {Form::single, true, node.first, {}, {}};
        return;
      case Op::feature:
        summary.features = {node.first};
        return;
      default:
        break;
    }
    const auto operands = expression_.operands(node);
    if (std::all_of(operands.begin(), operands.end(),
                    [&](std::uint32_t in) { return summaries_[in].form == Form::fixed; })) {
      for (const std::uint32_t in : operands) {
        if (!corrects_a_count(node.op, in, operands)) {
          summary.join(summaries_[in]);
        }
      }
      if (node.op == Op::divide) {  // so many of a count take the time together
        summary.corrects = summaries_[operands[0]].corrects;
      }
      return;
    }
    if (node.op == Op::power && summaries_[operands[0]].form == Form::fixed &&
        expression_.nodes()[operands[1]].op == Op::parameter) {
      mark(operands[1], Role::exponent);
      summary.join(summaries_[operands[0]]);
      if (summary.features.empty()) {
        summary.corrects = true;
      } else {
        summary.exponents = united(summary.exponents, {summaries_[operands[1]].parameter});
      }
      return;
    }
    if (stays_single(node, operands)) {
      for (const std::uint32_t in : operands) {
        summary.join(summaries_[in]);
        if (summaries_[in].form == Form::single) {
          summary.form = Form::single;
          summary.has_cost = true;
          summary.parameter = summaries_[in].parameter;
        }
      }
      return;
    }
    summary.form = Form::mixed;
    for (std::size_t position = 0; position < operands.size(); ++position) {
      const Role role = role_of(node.op, position, operands);
      mark(operands[position], role);
      const bool combines = role == Role::exponent || role == Role::sharpness;
      summary.has_cost |= summaries_[operands[position]].has_cost && !combines;
      close(operands[position]);
    }
  }

  // In f_x + (2 ^ p_y - 1) * f_y it is f_x that is counted: f_y is a part of it.
  [[nodiscard]] bool corrects_a_count(Op op, std::uint32_t operand,
                                      std::span<const std::uint32_t> operands) const {
    return (op == Op::add || op == Op::subtract) && summaries_[operand].corrects &&
           std::ranges::any_of(operands, [&](std::uint32_t other) {
             return !summaries_[other].corrects && !summaries_[other].features.empty();
           });
  }

  // Whether a node whose operands hold a parameter is still that parameter times a coefficient.
  bool stays_single(const Node& node, std::span<const std::uint32_t> operands) const {
    const Summary& first = summaries_[operands[0]];
    switch (node.op) {
      case Op::negate:
        return first.form == Form::single;
      case Op::multiply:
        return (first.form == Form::single && summaries_[operands[1]].form == Form::fixed) ||
               (first.form == Form::fixed && summaries_[operands[1]].form == Form::single);
      case Op::divide:
        return first.form == Form::single && summaries_[operands[1]].form == Form::fixed;
      case Op::add:
      case Op::subtract: {
        const Summary& second = summaries_[operands[1]];
        return first.form == Form::single && second.form == Form::single &&
               first.parameter == second.parameter;
      }
      default:
        return false;
    }
  }

  // What a parameter alone in this operand of a mixed operation is.
  Role role_of(Op op, std::size_t position, std::span<const std::uint32_t> operands) const {
    switch (op) {
      case Op::pnorm:
        return position == 0 ? Role::exponent : Role::cost;
      case Op::smoothmax:
        return position == 0 ? Role::sharpness : Role::cost;
      case Op::power:
        return position == 1 ? Role::exponent : Role::factor;
      case Op::divide:
        return position == 1 ? Role::factor : Role::cost;
      case Op::multiply:
        return summaries_[operands[1 - position]].has_cost ? Role::factor : Role::cost;
      default:
        return Role::cost;
    }
  }

  // A parameter that steers anywhere is not a cost elsewhere.
  void mark(std::uint32_t id, Role role) {
    if (summaries_[id].form == Form::single && role != Role::cost) {
      result_.roles[summaries_[id].parameter] = role;
    }
  }

  // The subexpression `id` cannot grow any more: if it is one cost's, it is a term.
  void close(std::uint32_t id) {
    const Summary& summary = summaries_[id];
    if (summary.form == Form::single) {
      result_.terms.push_back({summary.parameter, id, summary.features, summary.exponents});
    }
  }

  const Expression& expression_;
  std::vector<Summary> summaries_;
  Structure result_;
};

}  // namespace

const char* name_of(Role role) noexcept {
  switch (role) {
    case Role::cost:
      return "cost";
    case Role::exponent:
      return "exponent";
    case Role::sharpness:
      return "sharpness";
    case Role::factor:
      return "factor";
  }
  return "cost";
}

Structure analyse(const Expression& expression) {
  Structure structure = Analysis(expression).run();
  std::erase_if(structure.terms, [&](const CostTerm& term) {
    return structure.roles[term.parameter] != Role::cost;
  });
  return structure;
}

std::vector<double> coefficients(const Expression& expression, const Structure& structure,
                                 std::span<const double> parameters,
                                 std::span<const double> features,
                                 Expression::Workspace& workspace) {
  // With every cost at one, the value of "cost * coefficient" is its coefficient.
  std::vector<double> ones(parameters.begin(), parameters.end());
  for (std::size_t j = 0; j < ones.size(); ++j) {
    ones[j] = structure.roles[j] == Role::cost ? 1.0 : ones[j];
  }
  static_cast<void>(expression.evaluate(ones, features, workspace));
  const auto& terms = structure.terms;
  std::vector<double> result;
  result.reserve(terms.size());
  for (const CostTerm& term : terms) {
    result.push_back(workspace.values[term.node]);
  }
  return result;
}

}  // namespace clgauge::model
