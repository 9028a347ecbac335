// Recorded samples and evaluations, replayed without a device: models are fitted afresh to
// data/devices/*.json, and score the runs of data/evaluations/*.json.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/paths.h"
#include "db/calibration_table.h"
#include "db/device_table.h"
#include "db/exchange/store_json.h"
#include "db/store.h"
#include "service/engine/calibrator.h"
#include "service/engine/device_record.h"
#include "service/engine/scoreboard.h"

namespace clgauge::service {
namespace {

namespace fs = std::filesystem;

const fs::path kSource = CLGAUGE_SOURCE_DIR;

// What changes of the collector, the terms or the fit may move without anybody noticing.
constexpr double kTolerance = 0.1;

class Replay : public ::testing::Test {
 protected:
  void SetUp() override {
    setenv("CLGAUGE_COLLECTOR", CLGAUGE_BINARY_DIR "/collector/clgauge-collector", 1);
    folder_ = fs::temp_directory_path() / ("clgauge-replay-" + std::to_string(getpid()));
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  fs::path folder_;
};

nlohmann::json read_json(const fs::path& file) { return nlohmann::json::parse(read_file(file)); }

TEST_F(Replay, FitsAndEvaluationsAgreeWithTheGoldenOnes) {
  const nlohmann::json golden = read_json(kSource / "tests/service/golden/replay.json");
  const bool rewrite = std::getenv("CLGAUGE_REWRITE_GOLDEN") != nullptr;
  nlohmann::json now = {{"devices", nlohmann::json::array()}};
  for (const auto& expected : golden.at("devices")) {
    const auto name = expected.at("name").get<std::string>();
    SCOPED_TRACE(name);
    db::Store store = db::Store::open(folder_ / (name + ".db"));
    std::ifstream in(kSource / "data/devices" / (name + ".json"));
    ASSERT_TRUE(in);
    static_cast<void>(db::import_json(store, in));
    db::CalibrationFilter complete;
    complete.state = db::CalibrationState::complete;
    const auto calibrations = db::CalibrationTable(store).list(complete);
    ASSERT_EQ(calibrations.size(), 1U);
    nlohmann::json got = {{"name", name}};
    for (const auto& fitted : refit(store, calibrations[0].uid)) {
      got["held_out_factor"][fitted.name] = fitted.held_out.factor;
    }
    RecordedEvaluation recorded =
        evaluation_from_json(read_json(kSource / "data/evaluations" / (name + ".json")));
    const auto device = db::DeviceTable(store).find(recorded.device_id);
    ASSERT_TRUE(device.has_value());
    // Every third point keeps the test short.
    std::vector<EvaluationPoint> points;
    for (std::size_t i = 0; i < recorded.points.size(); i += 3) {
      if (recorded.points[i].group == "target") {
        points.push_back(std::move(recorded.points[i]));
      }
    }
    predict(points, store, identity_of(*device), {"source", "paper-linear"},
            [](const EvaluationPoint&, double) {});
    for (const Contestant& contestant : contestants(points, {"source", "paper-linear"})) {
      const Score score = scores(points, contestant).back();
      EXPECT_EQ(score.scope, "(all)");
      if (score.points > 0) {
        got["factor"][contestant.name] = score.factor;
      }
    }
    now["devices"].push_back(got);
    if (rewrite) {
      continue;
    }
    for (const char* kind : {"held_out_factor", "factor"}) {
      for (const auto& [who, factor] : expected.at(kind).items()) {
        const double log_ratio =
            std::log(got.at(kind).at(who).get<double>() / factor.get<double>());
        EXPECT_LE(std::abs(log_ratio), kTolerance) << kind << " of " << who << ": " << got.dump();
      }
    }
    // What the default model promises: closer than the paper's, where families are left out.
    EXPECT_LE(std::log(got["held_out_factor"]["source"].get<double>()),
              0.67 * std::log(got["held_out_factor"]["paper-linear"].get<double>()));
  }
  if (rewrite) {
    std::ofstream(kSource / "tests/service/golden/replay.json") << now.dump(1) << '\n';
  }
}

}  // namespace
}  // namespace clgauge::service
