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

// Microseconds that `lens` predicts; parameters and features that are not named are 0.
double lens_microseconds(const std::map<std::string, double>& parameters,
                         const std::map<std::string, double>& features) {
  const auto expression = Expression::parse(lens_model().text);
  const auto values = [](const auto& names, const std::map<std::string, double>& known) {
    std::vector<double> all;
    for (const std::string& name : names) {
      const auto found = known.find(name);
      all.push_back(found == known.end() ? 0 : found->second);
    }
    return all;
  };
  Expression::Workspace workspace;
  return 1e6 * expression.evaluate(values(expression.parameters(), parameters),
                                   values(expression.features(), features), workspace);
}

// However many come together: an eighth of a wait each, of eight at once.
TEST(LensModel, LinesThatComeTogetherShareAWait) {
  const auto microseconds = [](double lines) {
    return lens_microseconds({{"p_overlap", 1.5}, {"p_dram_wait", 100e-9}, {"p_dram_lines", lines}},
                             {{"f_lens_dram_waits", 10}, {"f_lens_dram_gathered", 800}});
  };
  EXPECT_NEAR(microseconds(3), 1 + 10, 1e-9);
  EXPECT_NEAR(microseconds(4), 1 + 5, 1e-9);
}

// A core that joins late leaves half of its part to the other, of many groups; all of it is lost
// where the last group is begun by the late one, and the other does it all where it is done sooner.
TEST(LensModel, ManyGroupsShareWhatACoreIsLateBy) {
  const auto microseconds = [](double cycles, double groups) {
    return lens_microseconds(
        {{"p_cycle", 1e-9}, {"p_delay", 16e-6}, {"p_overlap", 2}},
        {{"f_lens_cycles", cycles}, {"f_lens_groups", groups}, {"f_lens_forks", 1}});
  };
  EXPECT_NEAR(microseconds(100e3, 1000), 100 + 16 / 2., 0.1);
  EXPECT_NEAR(microseconds(100e3, 1), 100 + 16, 1e-9);
  EXPECT_NEAR(microseconds(100e3, 20), 100 + (16 + 5) / 2., 1e-9);
  EXPECT_NEAR(microseconds(4e3, 1), 4 + 4, 1e-9);
}

}  // namespace
}  // namespace clgauge::model
