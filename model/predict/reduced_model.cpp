#include "model/predict/reduced_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace clgauge::model {

namespace {

// How tightly the outermost operation of a text binds.
enum class Binding { sum, product, atom };

struct Text {
  std::string text;
  Binding binding = Binding::atom;
  bool is_zero = false;
};

const Text kZero{"0", Binding::atom, true};

std::string at_least(Binding binding, const Text& text) {
  return text.binding < binding ? "(" + text.text + ")" : text.text;
}

class Writer {
 public:
  Writer(const Expression& expression, const std::vector<bool>& dropped)
      : expression_(expression), dropped_(dropped), texts_(expression.nodes().size()) {}

  [[nodiscard]] std::string text() {
    for (std::size_t i = 0; i < texts_.size(); ++i) {
      texts_[i] = text_of(expression_.nodes()[i]);
    }
    return texts_.back().text;
  }

 private:
  [[nodiscard]] Text text_of(const Node& node) const {
    switch (node.op) {
      case Op::constant:
        return node.constant == 0  ? kZero
               : node.constant < 0 ? Text{fmt::format("(0 - {})", -node.constant)}
                                   : Text{fmt::format("{}", node.constant)};
      case Op::parameter:
        return {expression_.parameters()[node.first]};
      case Op::feature:
        return dropped_[node.first] ? kZero : Text{expression_.features()[node.first]};
      case Op::add:
        return sum(node, '+');
      case Op::subtract:
        return sum(node, '-');
      case Op::multiply:
        return in(node, 0).is_zero || in(node, 1).is_zero ? kZero : product(node, '*');
      case Op::divide:
        return product(node, '/');
      case Op::power:
        return {fmt::format("({} ^ {})", at_least(Binding::atom, in(node, 0)),
                            at_least(Binding::atom, in(node, 1)))};
      case Op::negate:
        return in(node, 0).is_zero
                   ? kZero
                   : Text{fmt::format("(-{})", at_least(Binding::atom, in(node, 0)))};
      default:
        return call(node);
    }
  }

  [[nodiscard]] Text sum(const Node& node, char sign) const {
    const Text& left = in(node, 0);
    const Text& right = in(node, 1);
    if (right.is_zero) {
      return left;
    }
    if (left.is_zero && sign == '+') {
      return right;
    }
    return {fmt::format("{} {} {}", left.text, sign, at_least(Binding::product, right)),
            Binding::sum};
  }

  [[nodiscard]] Text product(const Node& node, char sign) const {
    return {fmt::format("{} {} {}", at_least(Binding::product, in(node, 0)), sign,
                        at_least(Binding::atom, in(node, 1))),
            Binding::product};
  }

  [[nodiscard]] Text call(const Node& node) const {
    const auto* const function =
        std::find_if(std::begin(kFunctions), std::end(kFunctions),
                     [&](const Function& one) { return one.op == node.op; });
    std::string arguments;
    for (std::size_t i = 0; i < node.count; ++i) {
      arguments += (i == 0 ? "" : ", ") + in(node, i).text;
    }
    return {fmt::format("{}({})", function->name, arguments)};
  }

  [[nodiscard]] const Text& in(const Node& node, std::size_t operand) const {
    return texts_[expression_.operands(node)[operand]];
  }

  const Expression& expression_;
  const std::vector<bool>& dropped_;
  std::vector<Text> texts_;
};

Predictor without(const Predictor& predictor, const std::vector<bool>& dropped) {
  const FittedModel& whole = predictor.model();
  FittedModel model = whole;
  std::vector<std::string> kept_labels;
  model.expression = text_without(Expression::parse(whole.expression), dropped);
  const Expression expression = Expression::parse(model.expression);
  std::vector<std::size_t> kept;
  for (const std::string& name : expression.parameters()) {
    const auto found =
        std::find_if(whole.parameters.begin(), whole.parameters.end(),
                     [&](const FittedParameter& parameter) { return parameter.name == name; });
    kept.push_back(static_cast<std::size_t>(found - whole.parameters.begin()));
  }
  model.parameters.clear();
  model.covariance.clear();
  for (const std::size_t i : kept) {
    model.parameters.push_back(whole.parameters[i]);
    kept_labels.push_back(predictor.labels()[i]);
    for (const std::size_t j : kept) {
      model.covariance.push_back(whole.covariance[i * whole.parameters.size() + j]);
    }
  }
  return Predictor(std::move(model), std::move(kept_labels));
}

std::vector<bool> zeros(std::span<const double> counts) {
  std::vector<bool> zero(counts.size());
  std::transform(counts.begin(), counts.end(), zero.begin(), [](double n) { return n == 0; });
  return zero;
}

}  // namespace

std::string text_without(const Expression& expression, const std::vector<bool>& dropped) {
  return Writer(expression, dropped).text();
}

ReducedModel::ReducedModel(const Predictor& whole, const std::vector<bool>& dropped)
    : predictor_(without(whole, dropped)) {
  const auto& features = whole.features();
  for (std::size_t feature = 0; feature < dropped.size(); ++feature) {
    if (dropped[feature]) {
      dropped_.push_back(feature);
    }
  }
  for (const std::string& name : predictor_.features()) {
    kept_.push_back(static_cast<std::size_t>(std::find(features.begin(), features.end(), name) -
                                             features.begin()));
  }
}

ReducedModel::ReducedModel(const Predictor& whole, std::span<const double> counts)
    : ReducedModel(whole, zeros(counts)) {}

ReducedModel::ReducedModel(const Predictor& whole, std::span<const double> counts,
                           const ReducedModel& earlier)
    : ReducedModel(whole, [&] {
        std::vector<bool> both(counts.size());
        for (const std::size_t feature : earlier.dropped_) {
          both[feature] = counts[feature] == 0;
        }
        return both;
      }()) {}

bool ReducedModel::fits(std::span<const double> counts) const {
  return std::all_of(dropped_.begin(), dropped_.end(),
                     [&](std::size_t feature) { return counts[feature] == 0; });
}

void ReducedModel::keep(std::span<const double> counts, std::vector<double>& kept_counts) const {
  kept_counts.clear();
  for (const std::size_t feature : kept_) {
    kept_counts.push_back(counts[feature]);
  }
}

Predictor::Estimate ReducedModel::estimate(std::span<const double> counts,
                                           Predictor::Workspace& workspace,
                                           std::vector<double>& kept_counts) const {
  keep(counts, kept_counts);
  return predictor_.estimate(kept_counts, workspace);
}

Prediction ReducedModel::predict(std::span<const double> counts, Predictor::Workspace& workspace,
                                 std::vector<double>& kept_counts) const {
  keep(counts, kept_counts);
  return predictor_.predict(kept_counts, workspace);
}

}  // namespace clgauge::model
