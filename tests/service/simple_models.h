#pragma once

#include <string>

#include "collector/kernel/kernel_model.h"
#include "model/expression/expression.h"
#include "model/expression/structure.h"
#include "service/store/stored_model.h"

namespace clgauge::service {

// A model that is known exactly: every cost is a second.
inline StoredModel with_every_cost_one(const std::string& text) {
  StoredModel stored;
  stored.fitted.name = "test";
  stored.fitted.expression = text;
  const auto expression = model::Expression::parse(text);
  const auto structure = model::analyse(expression);
  for (std::size_t i = 0; i < expression.parameters().size(); ++i) {
    model::FittedParameter parameter;
    parameter.name = expression.parameters()[i];
    parameter.role = structure.roles[i];
    parameter.value = 1;
    stored.fitted.parameters.push_back(parameter);
  }
  const std::size_t count = stored.fitted.parameters.size();
  stored.fitted.covariance.assign(count * count, 0.0);
  stored.fitted.multiplier_below = 1.6;
  stored.fitted.multiplier_above = 1.6;
  stored.traits.sub_group_size = 1;
  return stored;
}

// n work-items in groups of 64, each of which adds and multiplies m times.
inline collector::KernelModel of_a_loop_to_m() {
  using collector::Formula;
  collector::KernelModel kernel;
  kernel.kernel = "k";
  kernel.global_size = {Formula::parse("n")};
  kernel.local_size = {Formula(64)};
  kernel.groups = Formula::parse("floor(n/64)");
  const auto counted = [](const std::string& each) {
    return collector::Count{Formula::parse(each), Formula::parse("n*(" + each + ")"),
                            collector::CountFlag::exact};
  };
  kernel.ops = {{"add", "float32", false, counted("m")}, {"mul", "float32", false, counted("m")}};
  return kernel;
}

}  // namespace clgauge::service
