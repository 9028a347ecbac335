// What the parameters of the models are that clgauge knows by name: a prediction is broken down by
// costs, and a correction shares by them. And what terms say that no feature shows.
#include <gtest/gtest.h>

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "model/builtin/builtin.h"
#include "model/builtin/lens.h"
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

// A core that joins late leaves half of its part to the other, of many groups; all of it is lost
// where the last group is begun by the late one, and the other does it all where it is done sooner.
TEST(LensModel, ManyGroupsShareWhatACoreIsLateBy) {
  const auto expression = Expression::parse(lens_model().text);
  std::vector<double> parameters;
  for (const std::string& name : expression.parameters()) {
    parameters.push_back(name == "p_cycle"     ? 1e-9
                         : name == "p_delay"   ? 16e-6
                         : name == "p_overlap" ? 2
                                               : 0);
  }
  const auto microseconds = [&](double cycles, double groups) {
    const std::map<std::string, double> known{
        {"f_lens_cycles", cycles}, {"f_lens_groups", groups}, {"f_lens_forks", 1}};
    std::vector<double> features;
    for (const std::string& name : expression.features()) {
      const auto found = known.find(name);
      features.push_back(found == known.end() ? 0 : found->second);
    }
    Expression::Workspace workspace;
    return 1e6 * expression.evaluate(parameters, features, workspace);
  };
  EXPECT_NEAR(microseconds(100e3, 1000), 100 + 16 / 2., 0.1);
  EXPECT_NEAR(microseconds(100e3, 1), 100 + 16, 1e-9);
  EXPECT_NEAR(microseconds(100e3, 20), 100 + (16 + 5) / 2., 1e-9);
  EXPECT_NEAR(microseconds(4e3, 1), 4 + 4, 1e-9);
}

}  // namespace
}  // namespace clgauge::model
