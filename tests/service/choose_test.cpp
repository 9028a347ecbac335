// What a program gets at start-up: from clgauged, from the store, or the variant it prefers itself.
#include "clgauge/choose.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <cstdlib>
#include <fstream>

#include <nlohmann/json.hpp>

#include "clgauge/clgauge.h"
#include "db/exchange/store_json.h"
#include "db/store.h"
#include "service/keeper/daemon_keeper.h"
#include "tests/service/daemon/clgauged_fixture.h"
#include "tests/service/synthetic_kernel.h"

namespace clgauge {
namespace {

const std::vector<Variant>& variants() {
  static const std::vector<Variant> list = {{"heavy", synthetic_kernel("heavy", "8", "64")},
                                            {"light", synthetic_kernel("light", "8", "1")}};
  return list;
}

class ChooseTest : public service::ClgaugedTest {
 protected:
  ChooseTest() {
    ::setenv("CLGAUGE_DB", store().c_str(), 1);
    ::setenv("CLGAUGE_SOCKET", (folder_ / "nobody.sock").c_str(), 1);
  }
  void import_calibration() const {
    connect().call("version", nlohmann::json::object(), std::chrono::seconds(60));
    db::Store opened = service::open_kept_store(store());  // the daemon writes it
    std::ifstream in(CLGAUGE_SOURCE_DIR "/data/devices/pocl-3.1-epyc-2core.json");
    static_cast<void>(db::import_json(opened, in));
  }
  // Slow machines run out of time now and then.
  static StartupChoice patient(AnsweredBy wanted) {
    StartupChoice choice;
    for (int i = 0; i < 100; ++i) {
      choice = choose(variants(), {{"n", 1 << 20}}, "heavy");
      if (choice.answered_by == wanted) break;
    }
    return choice;
  }
};

TEST_F(ChooseTest, AsksTheDaemon) {
  import_calibration();
  ::setenv("CLGAUGE_SOCKET", socket().c_str(), 1);
  ::setenv("CLGAUGE_DB", "/nowhere/store.db", 1);
  const StartupChoice choice = patient(AnsweredBy::daemon);
  EXPECT_EQ(choice.answered_by, AnsweredBy::daemon) << choice.why;
  EXPECT_EQ(choice.name, "light");
  EXPECT_GE(choice.expected_regret, 1);
}

TEST_F(ChooseTest, ReadsTheStoreWithoutADaemon) {
  import_calibration();
  const StartupChoice choice = patient(AnsweredBy::store);
  EXPECT_EQ(choice.answered_by, AnsweredBy::store) << choice.why;
  EXPECT_EQ(choice.name, "light");
}

TEST_F(ChooseTest, SaysWhatItCannotRelyOn) {
  import_calibration();
  auto counts = nlohmann::json::parse(synthetic_kernel("guess", "8", "1"));
  counts["ops"][0]["flag"] = "data-dependent";
  const std::vector<Variant> guess = {{"guess", counts.dump()}};
  const auto from = [&](AnsweredBy wanted) {
    StartupChoice choice;
    for (int i = 0; i < 100 && (i == 0 || choice.answered_by != wanted); ++i) {
      choice = choose(guess, {{"n", 1 << 20}}, "guess");
    }
    EXPECT_EQ(choice.answered_by, wanted) << choice.why;
    return choice.unsupported;
  };
  const auto by_store = from(AnsweredBy::store);
  EXPECT_THAT(by_store, ::testing::Contains("f_loop_float32"));
  ::setenv("CLGAUGE_SOCKET", socket().c_str(), 1);
  EXPECT_EQ(from(AnsweredBy::daemon), by_store);
  const clgauge_variant list[] = {{"guess", guess.front().kernel_model.c_str()}};
  const clgauge_size sizes[] = {{"n", 1 << 20}};
  clgauge_choice choice = {};
  choice.answered_by = CLGAUGE_BY_FALLBACK;
  for (int i = 0; i < 100 && choice.answered_by == CLGAUGE_BY_FALLBACK; ++i) {
    choice = clgauge_choose(list, 1, sizes, 1, 0, nullptr);
  }
  EXPECT_THAT(choice.unsupported, ::testing::StartsWith(by_store[0] + ", " + by_store[1] + ", "));
  clgauge_prediction prediction = {};
  EXPECT_EQ(clgauge_predict(list[0].kernel_model, sizes, 1, nullptr, &prediction, nullptr, 0), 0);
  EXPECT_THAT(prediction.unsupported, ::testing::HasSubstr(", "));
}

TEST_F(ChooseTest, FallsBackAndSaysWhy) {
  ::setenv("CLGAUGE_DB", "/nowhere/store.db", 1);
  const StartupChoice nothing = choose(variants(), {{"n", 4096}}, "heavy");
  EXPECT_EQ(nothing.name, "heavy");
  EXPECT_EQ(nothing.answered_by, AnsweredBy::fallback);
  EXPECT_THAT(nothing.why, ::testing::HasSubstr("run clgauge calibrate"));

  import_calibration();
  ::setenv("CLGAUGE_DB", store().c_str(), 1);
  EXPECT_EQ(choose({{"broken", "{"}}, {{"n", 1}}, "broken").answered_by, AnsweredBy::fallback);
  EXPECT_EQ(choose({}, {}, "own").name, "own");
}

TEST_F(ChooseTest, ADaemonThatNeverAnswersDelaysNobodyForLong) {
  const int listening = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string path = (folder_ / "mute.sock").string();
  path.copy(address.sun_path, sizeof(address.sun_path) - 1);
  ASSERT_EQ(::bind(listening, reinterpret_cast<sockaddr*>(&address), sizeof(address)), 0);
  ASSERT_EQ(::listen(listening, 1), 0);
  ::setenv("CLGAUGE_SOCKET", path.c_str(), 1);
  for (int i = 0; i < 5; ++i) {  // more than fit into its backlog: connecting blocks, too
    const StartupChoice choice = choose(variants(), {{"n", 4096}}, "heavy");
    EXPECT_NE(choice.answered_by, AnsweredBy::daemon);
    EXPECT_FALSE(choice.name.empty());
  }
  ::close(listening);
}

TEST_F(ChooseTest, SpeaksC) {
  import_calibration();
  const std::string heavy = synthetic_kernel("heavy", "8", "64");
  const std::string light = synthetic_kernel("light", "8", "1");
  const clgauge_variant list[] = {{"heavy", heavy.c_str()}, {"light", light.c_str()}};
  const clgauge_size sizes[] = {{"n", 1 << 20}};
  clgauge_choice choice = {};
  for (int i = 0; i < 100 && choice.answered_by != CLGAUGE_BY_STORE; ++i) {
    choice = clgauge_choose(list, 2, sizes, 1, 0, nullptr);
  }
  EXPECT_EQ(choice.answered_by, CLGAUGE_BY_STORE) << choice.why;
  EXPECT_EQ(choice.index, 1U);

  clgauge_prediction prediction = {};
  char error[64];
  EXPECT_EQ(clgauge_predict(light.c_str(), sizes, 1, nullptr, &prediction, error, sizeof(error)), 0)
      << error;
  EXPECT_GT(prediction.seconds, 0);
  EXPECT_LE(prediction.low_seconds, prediction.seconds);
  const double seconds = 7 * prediction.seconds;
  EXPECT_EQ(clgauge_observe(light.c_str(), sizes, 1, seconds, nullptr, error, sizeof(error)), 0)
      << error;
  EXPECT_EQ(clgauge_predict(light.c_str(), sizes, 1, nullptr, &prediction, error, sizeof(error)), 0)
      << error;
  EXPECT_NEAR(prediction.seconds, seconds, 1e-3 * seconds);
  EXPECT_EQ(clgauge_observe(light.c_str(), sizes, 1, -1, nullptr, error, sizeof(error)), -1);
  EXPECT_EQ(clgauge_predict("{", sizes, 1, nullptr, &prediction, error, sizeof(error)), -1);
  EXPECT_GT(std::string(error).size(), 0U);
  EXPECT_EQ(clgauge_predict(nullptr, nullptr, 0, "nobody", &prediction, nullptr, 0), -1);
}

}  // namespace
}  // namespace clgauge
