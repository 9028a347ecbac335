#include "service/engine/fitting.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/error.h"
#include "model/fit/fit.h"
#include "service/engine/late_core.h"

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
  sample.usual_seconds = sample.median_seconds;
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

TEST(Definition, TheLensOfAGpuHasCostsOfItsOwn) {
  model::DeviceTraits gpu;
  gpu.is_gpu = true;
  EXPECT_EQ(definition_on("lens", {}).name, "lens");
  EXPECT_EQ(definition_on("lens", gpu).name, "lens-simt");
  EXPECT_EQ(definition_on("source", gpu).name, "source-simt");
  EXPECT_EQ(definition_on("roofline", gpu).name, "roofline");
  EXPECT_EQ(definition_on("lens-p_line", gpu).text.find("p_line "), std::string::npos);
  EXPECT_THROW((void)definition_on("lent", gpu), Error);
}

// A launch takes 1 us, handing it out 2, an eighth of that for two groups, a group 30, and the
// second core is 18 us late.
std::vector<CountedSample> late_samples() {
  std::vector<CountedSample> counted;
  const auto add = [&](const std::string& generator, const std::string& choice, double seconds) {
    counted.push_back(sample_of(generator, 0, 1));
    counted.back().name = generator + " " + choice;
    counted.back().usual_seconds = seconds;
    counted.back().pass_seconds = {seconds};
  };
  add("empty_launch", "group_size:64 groups:1", 1e-6);
  add("empty_launch", "group_size:64 groups:64", 3e-6);
  for (const int links : {16384, 24576, 32768}) {
    add("late_core", "groups:1 links:" + std::to_string(links), 31e-6);
    add("late_core", "groups:2 links:" + std::to_string(links), 49.25e-6);
  }
  return counted;
}

TEST(LateCore, IsWhatTwoGroupsTakeLongerThanOne) {
  std::vector<CountedSample> counted = late_samples();
  EXPECT_NEAR(*delay_seconds(counted), 18e-6, 1e-12);
  const auto held = with_measured_delay(definition_of("p_delay * f_lens_forks"), counted);
  EXPECT_NEAR(held.ranges.at("p_delay").initial, 18e-6, 1e-12);
  EXPECT_TRUE(with_measured_delay(definition_of("p_fork * f_lens_forks"), counted).ranges.empty());
  // Nobody is fitted to them.
  EXPECT_EQ(samples_for(definition_of("p_group * f_lens_groups"), counted, {}).size(), 2U);
  // One whose second core comes sooner than sharing takes is not late.
  counted.front().usual_seconds = 1e-9;
  counted[1].usual_seconds = 1;
  EXPECT_EQ(*delay_seconds(counted), 0);
  counted.erase(counted.begin());
  EXPECT_FALSE(delay_seconds(counted));
}

}  // namespace
}  // namespace clgauge::service
