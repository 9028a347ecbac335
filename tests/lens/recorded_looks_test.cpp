// Objects of both runtimes' compilers and launches of them, looked at without a device: what was
// said of them once is said again. CLGAUGE_REWRITE_GOLDEN=1 writes down what is said now.
#include "recorded_looks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <random>

#include <nlohmann/json.hpp>

#include "base/paths.h"
#include "lens/launch/look.h"
#include "lens/process/client.h"
#include "lens/process/protocol.h"
#include "lens/throughput/scheduling.h"
#include "tests/fuzz/lens_look.h"

namespace clgauge::lens {
namespace {

using nlohmann::json;

const std::string kGolden = CLGAUGE_SOURCE_DIR "/tests/lens/golden/";

bool rewrites_golden() { return std::getenv("CLGAUGE_REWRITE_GOLDEN") != nullptr; }

class RecordedLook : public testing::TestWithParam<RecordedLooks> {};

// What does not depend on the machine that looks.
json lasting(LensAnswer answer) {
  answer.seconds = 0;
  return answer_json(answer);
}

// Equal but for the last digits of numbers, in which compilers may differ.
void expect_same(const json& got, const json& expected, const std::string& place) {
  if (expected.is_number() && got.is_number()) {
    EXPECT_DOUBLE_EQ(got.get<double>(), expected.get<double>()) << place;
  } else if (!expected.is_structured() || got.type() != expected.type() ||
             got.size() != expected.size()) {
    EXPECT_EQ(got, expected) << place;
  } else {
    for (const auto& [key, value] : expected.items()) {
      const bool has_it = expected.is_array() || got.contains(key);
      EXPECT_TRUE(has_it) << place << '/' << key;
      if (has_it) {
        expect_same(expected.is_array() ? got.at(std::stoul(key)) : got.at(key), value,
                    place + '/' + key);
      }
    }
  }
}

TEST_P(RecordedLook, SaysWhatItSaidBefore) {
  const RecordedLooks& recorded = GetParam();
  Lens lens(scheduling_cpus(kRecordedCpu));
  json now = {{"answers", json::array()}};
  for (const LensRequest& request : recorded.requests) {
    now["answers"].push_back(lasting(lens.look(request)));
  }
  EXPECT_EQ(lasting(lens.look(recorded.requests.front())), now["answers"].front())
      << "what was looked at before matters";
  const std::string file = kGolden + recorded.name + ".json";
  if (rewrites_golden()) {
    std::ofstream(file) << now.dump(1) << '\n';
    return;
  }
  const json golden = json::parse(read_file(file));
  expect_same(now.at("answers"), golden.at("answers"), "");
  if (HasFailure()) {
    ADD_FAILURE() << "if this is meant, raise kLensVersion and rewrite the golden answers";
  }
}

TEST_P(RecordedLook, SaysTheSameWithASecondThread) {
  Lens one(scheduling_cpus(kRecordedCpu));
  Lens two(scheduling_cpus(kRecordedCpu), {}, 2);
  for (const LensRequest& request : GetParam().requests) {
    EXPECT_EQ(lasting(two.look(request)), lasting(one.look(request)));
  }
}

// On any machine.
TEST(RecordedLooks, AreOfTheProcessorThatARequestNames) {
  setenv("CLGAUGE_LENS", CLGAUGE_BINARY_DIR "/lens/clgauge-lens", 1);
  EXPECT_FALSE(processor_here().empty());
  Lens lens(scheduling_cpus(kRecordedCpu));
  LensRequest request = recorded_looks().front().requests.front();
  std::vector<LensRequest> requests;
  for (const char* processor : {kRecordedCpu, "znver4", "sapphirerapids"}) {
    requests.push_back(request);
    requests.back().machine.processor = processor;
  }
  const std::vector<LensAnswer> answers = look_in_process(requests);
  EXPECT_EQ(lasting(answers.at(0)), lasting(lens.look(request)));
  EXPECT_NE(answers.at(1).features, answers.at(2).features);
  requests.resize(1);
  requests.front().machine.processor = "i4004";
  EXPECT_NE(look_in_process(requests).at(0).refusal.find("'i4004'"), std::string::npos);
}

// Whatever a damaged object does, looking ends with counts or a refusal.
TEST(RecordedLooks, SurviveDamage) {
  std::mt19937_64 random(29);
  unsigned number = 0;
  for (const RecordedLooks& recorded : recorded_looks()) {
    for (const LensRequest& request : recorded.requests) {
      for (int round = 0; round < 6; ++round) {
        std::string damaged = request.object;
        for (int i = 0; i < 1 << (2 * (round % 3)); ++i) {
          damaged[random() % damaged.size()] = static_cast<char>(random() & 0xFFU);
        }
        const std::string which = {static_cast<char>(number & 0xFFU),
                                   static_cast<char>(number >> 8U)};
        fuzz::lens_look(which + damaged);
      }
      ++number;
    }
  }
}

TEST(RecordedLooks, GoldenAnswersAreThisVersions) {
  const std::string file = kGolden + "lens_version";
  if (rewrites_golden()) {
    std::ofstream(file) << kLensVersion << '\n';
    return;
  }
  EXPECT_EQ(read_file(file), std::to_string(kLensVersion) + '\n')
      << "a new version counts otherwise: see what changed, and rewrite the golden answers";
}

INSTANTIATE_TEST_SUITE_P(All, RecordedLook, testing::ValuesIn(recorded_looks()),
                         [](const auto& info) {
                           std::string name = info.param.name;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace clgauge::lens
