#include "service/engine/fitting.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "model/fit/fit.h"

namespace clgauge::service {
namespace {

CountedSample sample_of(const std::string& generator, double assists, double groups) {
  CountedSample sample;
  sample.name = generator + std::to_string(assists);
  sample.generator = generator;
  sample.kernel.global_size = {collector::Formula(64)};
  sample.kernel.local_size = {collector::Formula(64)};
  sample.kernel.groups = collector::Formula(1);
  sample.lens = {{"f_lens_assists", assists}, {"f_lens_groups", groups}};
  sample.median_seconds = 4e-8 * assists + 1e-6 * groups;
  sample.pass_seconds = {sample.median_seconds};
  return sample;
}

model::ModelDefinition definition_of(const std::string& text) {
  model::ModelDefinition definition;
  definition.name = "test";
  definition.text = text;
  return definition;
}

TEST(SamplesFor, DenormalNumbersAreFittedWhereTheyAreCounted) {
  const std::vector<CountedSample> counted = {
      sample_of("denormal_work", 1000, 10), sample_of("denormal_work", 5000, 20),
      sample_of("empty_launch", 0, 10), sample_of("empty_launch", 0, 400)};
  const auto with_assists = definition_of("p_assist * f_lens_assists + p_group * f_lens_groups");
  const auto samples = samples_for(with_assists, counted, {});
  ASSERT_EQ(samples.size(), 4U);
  const model::FittedModel fitted = model::fit(with_assists, samples);
  for (const model::FittedParameter& parameter : fitted.parameters) {
    EXPECT_NEAR(parameter.value, parameter.name == "p_assist" ? 4e-8 : 1e-6,
                0.01 * parameter.value);
  }
  // Who does not count them would take them for something else.
  EXPECT_EQ(samples_for(definition_of("p_group * f_lens_groups"), counted, {}).size(), 2U);
}

}  // namespace
}  // namespace clgauge::service
