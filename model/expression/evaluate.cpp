#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "model/expression/combine.h"
#include "model/expression/expression.h"

namespace clgauge::model {

namespace {

void check_lengths(const Expression& expression, std::size_t parameters, std::size_t features) {
  if (parameters != expression.parameters().size() || features != expression.features().size()) {
    throw Error(ErrorKind::internal,
                "model expression: evaluated with the wrong number of parameters or features");
  }
}

// What a factor of zero hides does not matter, even where it matters infinitely: sqrt(p_a * f_a) is
// zero for every p_a where f_a is.
double times(double adjoint, double factor) { return factor == 0 ? 0 : adjoint * factor; }

}  // namespace

double Expression::evaluate(std::span<const double> parameters, std::span<const double> features,
                            Workspace& workspace) const {
  check_lengths(*this, parameters.size(), features.size());
  workspace.values.resize(nodes_.size());
  double* v = workspace.values.data();
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const Node& node = nodes_[i];
    const std::uint32_t* in = operands_.data() + node.first;
    switch (node.op) {
      case Op::constant:
        v[i] = node.constant;
        break;
      case Op::parameter:
        v[i] = parameters[node.first];
        break;
      case Op::feature:
        v[i] = features[node.first];
        break;
      case Op::add:
        v[i] = v[in[0]] + v[in[1]];
        break;
      case Op::subtract:
        v[i] = v[in[0]] - v[in[1]];
        break;
      case Op::multiply:
        v[i] = v[in[0]] * v[in[1]];
        break;
      case Op::divide:
        v[i] = v[in[0]] / v[in[1]];
        break;
      case Op::power:
        v[i] = std::pow(v[in[0]], v[in[1]]);
        break;
      case Op::negate:
        v[i] = -v[in[0]];
        break;
      case Op::max:
      case Op::min:
        v[i] = v[extreme_operand(node.op, {in, node.count}, v)];
        break;
      case Op::smoothmax:
        v[i] = smoothmax({in, node.count}, v);
        break;
      case Op::pnorm:
        v[i] = pnorm({in, node.count}, v);
        break;
      case Op::tanh:
        v[i] = std::tanh(v[in[0]]);
        break;
      case Op::exp:
        v[i] = std::exp(v[in[0]]);
        break;
      case Op::log:
        v[i] = std::log(v[in[0]]);
        break;
      case Op::sqrt:
        v[i] = std::sqrt(v[in[0]]);
        break;
      case Op::abs:
        v[i] = std::abs(v[in[0]]);
        break;
    }
  }
  return workspace.values.back();
}

double Expression::gradient(std::span<const double> parameters, std::span<const double> features,
                            Workspace& workspace, std::span<double> by_parameter,
                            std::span<double> by_feature) const {
  const double result = evaluate(parameters, features, workspace);
  if (by_parameter.size() != parameters.size() ||
      (!by_feature.empty() && by_feature.size() != features.size())) {
    throw Error(ErrorKind::internal, "model expression: wrong length of a gradient");
  }
  std::fill(by_parameter.begin(), by_parameter.end(), 0.0);
  std::fill(by_feature.begin(), by_feature.end(), 0.0);
  workspace.adjoints.assign(nodes_.size(), 0.0);
  const double* v = workspace.values.data();
  double* a = workspace.adjoints.data();
  a[nodes_.size() - 1] = 1.0;

  for (std::size_t i = nodes_.size(); i-- > 0;) {
    const Node& node = nodes_[i];
    const std::uint32_t* in = operands_.data() + node.first;
    const double adjoint = a[i];
    if (adjoint == 0.0) {
      continue;  // not merely fast: 0 * infinity from a branch that max() did not take is not a
                 // number
    }
    switch (node.op) {
      case Op::constant:
        break;
      case Op::parameter:
        by_parameter[node.first] += adjoint;
        break;
      case Op::feature:
        if (!by_feature.empty()) {
          by_feature[node.first] += adjoint;
        }
        break;
      case Op::add:
        a[in[0]] += adjoint;
        a[in[1]] += adjoint;
        break;
      case Op::subtract:
        a[in[0]] += adjoint;
        a[in[1]] -= adjoint;
        break;
      case Op::multiply:
        a[in[0]] += times(adjoint, v[in[1]]);
        a[in[1]] += times(adjoint, v[in[0]]);
        break;
      case Op::divide:
        a[in[0]] += adjoint / v[in[1]];
        a[in[1]] -= times(adjoint, v[i]) / v[in[1]];
        break;
      case Op::power: {
        const double base = v[in[0]];
        const double exponent = v[in[1]];
        a[in[0]] += exponent == 0 ? 0 : adjoint * exponent * std::pow(base, exponent - 1);
        a[in[1]] += base > 0 ? adjoint * v[i] * std::log(base) : 0.0;
        break;
      }
      case Op::negate:
        a[in[0]] -= adjoint;
        break;
      case Op::max:
      case Op::min:
        a[extreme_operand(node.op, {in, node.count}, v)] += adjoint;
        break;
      case Op::smoothmax:
        smoothmax_adjoints({in, node.count}, v, v[i], adjoint, a);
        break;
      case Op::pnorm:
        pnorm_adjoints({in, node.count}, v, v[i], adjoint, a);
        break;
      case Op::tanh:
        a[in[0]] += adjoint * (1 - v[i] * v[i]);
        break;
      case Op::exp:
        a[in[0]] += adjoint * v[i];
        break;
      case Op::log:
        a[in[0]] += adjoint / v[in[0]];
        break;
      case Op::sqrt:
        a[in[0]] += adjoint / (2 * v[i]);
        break;
      case Op::abs:
        a[in[0]] += adjoint * sign(v[in[0]]);
        break;
    }
  }
  return result;
}

}  // namespace clgauge::model
