// Every launch of tests/collector/kernels/manifest.json, at random sizes, against the oracle.
#include <gmock/gmock.h>

#include <algorithm>
#include <cctype>
#include <random>

#include <nlohmann/json.hpp>

#include "agreement.h"
#include "base/paths.h"
#include "collector/kernel/launch_parser.h"

namespace clgauge::collector {
namespace {

constexpr int kSizesPerLaunch = 3;

struct Entry {
  nlohmann::json json;
  std::size_t index = 0;

  [[nodiscard]] std::string text(const char* key) const { return json.value(key, ""); }
  [[nodiscard]] std::vector<std::string> list(const char* key) const {
    return json.value(key, std::vector<std::string>{});
  }
};

void PrintTo(const Entry& entry, std::ostream* out) {
  *out << entry.text("file") << ":" << entry.text("kernel") << " " << entry.text("note");
}

std::string folder() { return CLGAUGE_SOURCE_DIR "/tests/collector/kernels/"; }

std::vector<Entry> entries() {
  std::vector<Entry> result;
  for (auto& json : nlohmann::json::parse(read_file(folder() + "manifest.json"))) {
    result.push_back({json, result.size()});
  }
  return result;
}

LaunchDescription launch_of(const Entry& entry) {
  LaunchDescription launch;
  launch.global = entry.list("global");
  launch.local = entry.list("local");
  launch.assumptions = entry.list("assumptions");
  return launch;
}

// Random values for the arguments, then those that are expressions in others.
Bindings draw(const Entry& entry, std::mt19937& random) {
  LaunchDescription launch = launch_of(entry);
  const nlohmann::json arguments = entry.json.value("args", nlohmann::json::object());
  for (const auto& [name, range] : arguments.items()) {
    if (range.is_string()) {
      launch.args[name] = range.get<std::string>();
    } else if (range.contains("choices")) {
      const auto& choices = range["choices"];
      launch.args[name] = std::to_string(choices[random() % choices.size()].get<std::int64_t>());
    } else {
      const std::int64_t step = range.value("multiple_of", std::int64_t{1});
      const std::int64_t low = range["min"].get<std::int64_t>();
      const auto steps =
          static_cast<std::uint64_t>((range["max"].get<std::int64_t>() - low) / step);
      launch.args[name] =
          std::to_string(low + static_cast<std::int64_t>(random() % (steps + 1)) * step);
    }
  }
  return argument_values(launch);
}

class Manifest : public testing::TestWithParam<Entry> {};

TEST_P(Manifest, AgreesWithTheOracle) {
  const Entry& entry = GetParam();
  Source source;
  source.name = entry.text("file");
  source.options = entry.text("options");
  source.text = read_file(folder() + source.name);
  std::mt19937 random(static_cast<std::mt19937::result_type>(1234 + entry.index));
  std::vector<Bindings> values;
  for (int i = 0; i < kSizesPerLaunch; ++i) values.push_back(draw(entry, random));

  const Agreement agreement = compare(source, entry.text("kernel"), launch_of(entry), values);
  EXPECT_THAT(agreement.wrong, testing::IsEmpty());
  if (entry.text("flag").empty()) {
    // A footprint may be an upper bound, when it says so; every other count is exact.
    EXPECT_THAT(agreement.inexact, testing::Each(testing::StartsWith("footprint of ")));
    EXPECT_THAT(agreement.unplaced, testing::IsEmpty());
    EXPECT_THAT(agreement.refused, testing::IsEmpty());
    EXPECT_GT(agreement.compared, 0);
  }
  // Where memory decides, a count must say so; other flags are an allowance.
  const std::string flag = entry.text("flag");
  if (flag == "data-dependent") {
    EXPECT_THAT(agreement.flags, testing::Contains(CountFlag::data_dependent));
  } else if (flag == "indirect") {
    EXPECT_THAT(agreement.flags, testing::AnyOf(testing::Contains(CountFlag::indirect),
                                                testing::Contains(CountFlag::data_dependent)));
  }
}

std::string test_name(const testing::TestParamInfo<Entry>& info) {
  std::string name = info.param.text("kernel") + "_" + std::to_string(info.param.index);
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Kernels, Manifest, testing::ValuesIn(entries()), test_name);

}  // namespace
}  // namespace clgauge::collector
