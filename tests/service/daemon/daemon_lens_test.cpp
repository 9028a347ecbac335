// The daemon answers by the compiled code once it has looked at it: on the first CPU device here,
// with the costs of a calibration in data/.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <string>

#include <nlohmann/json.hpp>

#include "db/calibration_table.h"
#include "db/device_table.h"
#include "device/device.h"
#include "service/engine/device_record.h"
#include "service/store/stored_model.h"
#include "tests/service/daemon/clgauged_fixture.h"

namespace clgauge::service {
namespace {

using nlohmann::json;
using std::chrono::milliseconds;

constexpr const char* kSource =
    "kernel void scale(global float* out, global const float* in, int n) {\n"
    "  const int i = get_global_id(0);\n"
    "  if (i < n) out[i] = 2 * in[i];\n"
    "}\n"
    "kernel void walk(global float* out, global const float* in, int n) {\n"
    "  float sum = 0;\n"
    "  for (int k = 0; k < n; ++k) sum += in[k] * in[k];\n"
    "  out[get_global_id(0)] = sum;\n"
    "}\n"
    "kernel void until(global float* out, global const float* in, int n) {\n"
    "  int k = 1;\n"
    "  while (k < n && k < fabs(in[get_global_id(0)])) k += k;\n"
    "  out[get_global_id(0)] = k;\n"
    "}\n";

class DaemonLensTest : public ClgaugedTest {
 protected:
  void SetUp() override {
    stop();
    fill_store();
    daemon_ = start();
  }

  void stop() const {
    ::kill(daemon_, SIGTERM);
    ::waitpid(daemon_, nullptr, 0);
  }

  void fill_store() {
    device::Identity device;
    for (const auto& one : device::discover_in_child().devices) {
      if (one.type == "cpu" && device.id.empty()) {
        device = one;
      }
    }
    ASSERT_FALSE(device.id.empty()) << "no OpenCL device of type CPU";
    device_ = device.id;
    db::Store opened = db::Store::open(store());
    db::CalibrationRow calibration;
    calibration.device_version_uid = db::DeviceTable(opened).upsert(device_row(device));
    calibration.effort = "quick";
    calibration.plan_hash = "plan";
    const std::string uid = db::CalibrationTable(opened).start(calibration);
    db::CalibrationTable(opened).finish(uid, db::CalibrationState::complete);
    std::ifstream in(CLGAUGE_SOURCE_DIR "/data/devices/pocl-3.1-epyc-2core-quick.json");
    const json document = json::parse(in);
    for (const auto& row : document.at("tables").at("models")) {
      const json& fit = row.at("fit");
      static_cast<void>(save_model(opened, uid, model::fitted_model_from_json(fit),
                                   model::device_traits_from_json(fit.at("traits"))));
    }
  }

  [[nodiscard]] static std::string count(RpcClient& client, const std::string& kernel,
                                         const std::string& source = kSource) {
    return client
        .call("count",
              {{"source", source},
               {"kernel", kernel},
               {"global", {"n"}},
               {"local", {64}},
               {"sizes", {{"n", 4160}}}},
              milliseconds(60'000))
        .at("id");
  }

  [[nodiscard]] json predict(RpcClient& client, const std::string& id, int n,
                             const json& more = json::object()) const {
    json params = {{"id", id}, {"device", device_}, {"sizes", {{"n", n}}}};
    params.update(more);
    return client.call("predict", params, milliseconds(60'000));
  }

  // The answer once a look at just this size has been taken.
  [[nodiscard]] json predict_seen(RpcClient& client, const std::string& id, int n) const {
    json answer;
    for (int tries = 0; tries < 600; ++tries) {
      answer = predict(client, id, n);
      if (answer.at("model") == "lens") {
        return answer;
      }
      EXPECT_EQ(answer.at("look"), "under way");
      std::this_thread::sleep_for(milliseconds(50));
    }
    return answer;
  }

  // Why the source answers, once that is settled.
  [[nodiscard]] std::string reason(RpcClient& client, const std::string& id) const {
    std::string look = "under way";
    for (int tries = 0; tries < 600 && look == "under way"; ++tries) {
      const json answer = predict(client, id, 4160);
      EXPECT_EQ(answer.at("model"), "source");
      look = answer.at("look");
      std::this_thread::sleep_for(milliseconds(50));
    }
    return look;
  }

  std::string device_;
};

TEST_F(DaemonLensTest, AnswersBySourceUntilItHasLooked) {
  RpcClient client = connect();
  const std::string id = count(client, "walk");
  const json first = predict(client, id, 4160);
  EXPECT_EQ(first.at("model"), "source");
  EXPECT_EQ(first.at("look"), "under way");
  EXPECT_THROW((void)predict(client, id, 4160, {{"model", "lens"}}), Error);

  const json seen = predict_seen(client, id, 4160);
  EXPECT_EQ(seen.at("model"), "lens");
  EXPECT_EQ(seen.at("tier"), "lens");
  EXPECT_EQ(seen.at("look"), "seen");
  EXPECT_FALSE(seen.at("hot_loops").empty());
  EXPECT_EQ(predict(client, id, 4160, {{"model", "lens"}}).at("seconds"), seen.at("seconds"));
  const json brief = predict(client, id, 4160, {{"brief", true}});
  EXPECT_EQ(brief.at("model"), "lens");
  EXPECT_EQ(brief.at("seconds"), seen.at("seconds"));
  EXPECT_EQ(brief.at("interval"), seen.at("interval"));
  const json source = predict(client, id, 4160, {{"model", "source"}});
  EXPECT_EQ(source.at("model"), "source");
  EXPECT_FALSE(source.contains("look"));
  EXPECT_EQ(source.at("seconds"), first.at("seconds"));

  // Another daemon, which does not look, knows what this one has seen.
  stop();
  daemon_ = start({"--no-looks"});
  RpcClient other = connect();
  EXPECT_EQ(predict(other, id, 4160).at("seconds"), seen.at("seconds"));
  EXPECT_EQ(predict(other, id, 8256).at("model"), "source");
}

// What was looked at for a prediction is looked at closer once somebody asks for reasons.
TEST_F(DaemonLensTest, ExplainsLoopsByTheirLines) {
  RpcClient client = connect();
  const std::string id = count(client, "walk");
  EXPECT_FALSE(predict_seen(client, id, 4160).at("hot_loops").at(0).contains("line"));
  const json params = {{"id", id}, {"device", device_}, {"sizes", {{"n", 4160}}}};
  json answer;
  for (int tries = 0; tries < 600; ++tries) {
    answer = client.call("explain", params, milliseconds(60'000));
    ASSERT_EQ(answer.at("look"), "seen");
    if (answer.at("hot_loops").at(0).contains("line")) {
      break;
    }
    std::this_thread::sleep_for(milliseconds(50));
  }
  EXPECT_EQ(answer.at("hot_loops").at(0).value("line", 0), 7);
  EXPECT_EQ(predict(client, id, 4160).at("seconds"), answer.at("seconds"));
}

TEST_F(DaemonLensTest, AnswersNewSizesFromThoseThatItHasSeen) {
  RpcClient client = connect();
  const std::string id = count(client, "walk");
  // So long that a sum takes what its chain takes on any core: how far short ones overlap is
  // uneven.
  for (const int n : {1088, 2112, 3136, 4160, 5184}) {
    ASSERT_EQ(predict_seen(client, id, n).at("look"), "seen") << n;
  }
  const json fitted = predict(client, id, 2624);
  EXPECT_EQ(fitted.at("model"), "lens");
  EXPECT_EQ(fitted.at("look"), "fitted");
  const json brief = predict(client, id, 2624, {{"brief", true}});
  EXPECT_EQ(brief.at("model"), "lens");
  EXPECT_EQ(brief.at("seconds"), fitted.at("seconds"));
  EXPECT_EQ(brief.at("interval"), fitted.at("interval"));
  EXPECT_GT(fitted.at("seconds"), predict(client, id, 2112).at("seconds"));
  EXPECT_LT(fitted.at("seconds"), predict(client, id, 3136).at("seconds"));
  EXPECT_EQ(predict(client, id, 8256).at("model"), "source") << "beyond what was looked at";
}

TEST_F(DaemonLensTest, RunsThatWereObservedCorrectIt) {
  RpcClient client = connect();
  const std::string id = count(client, "walk");
  const double predicted = predict_seen(client, id, 4160).at("seconds");
  const auto observe = [&](int n, double seconds) {
    return client.call(
        "observe", {{"id", id}, {"device", device_}, {"sizes", {{"n", n}}}, {"seconds", seconds}},
        milliseconds(60'000));
  };
  const json now = observe(4160, 3 * predicted).at("prediction");
  EXPECT_EQ(now.at("model"), "lens");
  EXPECT_EQ(now.at("tier"), "measured");
  EXPECT_DOUBLE_EQ(now.at("seconds"), 3 * predicted);
  EXPECT_DOUBLE_EQ(predict(client, id, 4160, {{"brief", true}}).at("seconds"), 3 * predicted);

  // Of another size, which has not been looked at by then.
  (void)observe(8256, 20 * predicted);
  EXPECT_NEAR(predict_seen(client, id, 8256).at("seconds"), 20 * predicted, 1e-9 * predicted);
}

TEST_F(DaemonLensTest, RanksAllCandidatesByOneModel) {
  RpcClient client = connect();
  const std::string scale = count(client, "scale");
  const std::string walk = count(client, "walk");
  const std::string until = count(client, "until");
  ASSERT_EQ(predict_seen(client, scale, 4160).at("model"), "lens");
  ASSERT_EQ(predict_seen(client, walk, 4160).at("model"), "lens");
  const auto select = [&](const std::vector<std::string>& ids) {
    json candidates = json::array();
    for (const std::string& id : ids) {
      candidates.push_back({{"id", id}, {"name", id}});
    }
    return client.call("select",
                       {{"candidates", candidates}, {"device", device_}, {"sizes", {{"n", 4160}}}},
                       milliseconds(60'000));
  };
  EXPECT_EQ(select({scale, walk}).at("model"), "lens");
  EXPECT_EQ(select({scale, walk}).at("ranked").front().at("name"), scale);
  EXPECT_EQ(select({scale, until}).at("model"), "source") << "until cannot be looked at";
}

TEST_F(DaemonLensTest, ExplainsByWhatItIsBoundAndHowFarTheRoofIs) {
  RpcClient client = connect();
  const auto explain = [&](const std::string& kernel) {
    return client.call("explain",
                       {{"id", count(client, kernel)},
                        {"device", device_},
                        {"model", "source"},
                        {"sizes", {{"n", 4160}}}},
                       milliseconds(60'000));
  };
  const json walk = explain("walk");
  const json& roof = walk.at("roof");
  EXPECT_EQ(roof.at("bound"), "arithmetic");
  EXPECT_EQ(roof.at("is_upper_bound"), false);
  EXPECT_DOUBLE_EQ(roof.at("distance").get<double>() * roof.at("seconds").get<double>(),
                   walk.at("seconds"));
  EXPECT_EQ(walk.at("bound_by").at("cost"), walk.at("breakdown").at(0).at("cost"));
  EXPECT_FALSE(walk.at("bound_by").at("words").get<std::string>().empty());
  EXPECT_NE(explain("until").at("roof").at("missing").get<std::string>().find("depends on data"),
            std::string::npos);
}

TEST_F(DaemonLensTest, SelectionsNameWhatTheyCannotRelyOn) {
  RpcClient client = connect();
  const std::string scale = count(client, "scale");
  const std::string until = count(client, "until");
  const json answer = client.call(
      "select",
      {{"candidates", {{{"id", until}, {"name", "until"}}, {{"id", scale}, {"name", "scale"}}}},
       {"device", device_},
       {"model", "source"},
       {"sizes", {{"n", 4160}}}},
      milliseconds(60'000));
  for (const json& ranked : answer.at("ranked")) {
    const json predicted =
        predict(client, ranked.at("name") == "until" ? until : scale, 4160, {{"model", "source"}});
    EXPECT_EQ(ranked.at("unsupported"), predicted.at("unsupported"));
    const auto& names = ranked.at("unsupported");
    EXPECT_EQ(std::count(names.begin(), names.end(), "f_loop_iterations"),
              ranked.at("name") == "until" ? 1 : 0);
  }
}

TEST_F(DaemonLensTest, SaysWhyItCannotLook) {
  RpcClient client = connect();
  EXPECT_NE(reason(client, count(client, "until")).find("data-dependent"), std::string::npos);
  // What a driver's compiler would take for a word that opens files, cut in two by a line's end.
  const std::string hidden = std::string(kSource) + "/* im\\\nport */";
  EXPECT_NE(reason(client, count(client, "scale", hidden)).find("import"), std::string::npos);
}

}  // namespace
}  // namespace clgauge::service
