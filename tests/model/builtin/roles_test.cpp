// What the parameters of the models are that clgauge knows by name: a prediction is broken down by
// costs, and a correction shares by them.
#include <gtest/gtest.h>

#include <string>

#include "model/builtin/builtin.h"
#include "model/expression/structure.h"

namespace clgauge::model {
namespace {

TEST(BuiltinModels, HaveCostsForAllThatTakesTime) {
  for (const ModelDefinition& model : builtin_models()) {
    const auto expression = Expression::parse(model.text);
    const auto roles = analyse(expression).roles;
    for (std::size_t i = 0; i < roles.size(); ++i) {
      const std::string& name = expression.parameters()[i];
      const bool is_shape =
          name == "p_edge" || name.starts_with("p_ports_") || model.ranges.contains(name);
      EXPECT_TRUE(is_shape || roles[i] == Role::cost) << model.name << ": " << name;
    }
  }
}

}  // namespace
}  // namespace clgauge::model
