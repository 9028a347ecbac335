// What a store says of itself when models in it are damaged. No device.
#include "service/store/stored_model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <string>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "db/exchange/store_json.h"
#include "model/builtin/builtin.h"
#include "service/store/answer.h"
#include "service/store/known_device.h"

namespace clgauge::service {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;

class StoredModelTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::ifstream in(CLGAUGE_SOURCE_DIR "/data/devices/pocl-3.1-epyc-zen4-2core-quick.json");
    static_cast<void>(db::import_json(store_, in));
    device_ = known_device(store_, "").row;
  }

  // What loading says once there is a newer model with the change.
  std::string loaded_with(const std::function<void(json&)>& change) {
    auto row = db::ModelTable(store_).newest(device_.id, kDefaultModel, device_.driver)->model;
    if (sound_.is_null()) {
      sound_ = json::parse(row.fit);
    }
    json fit = sound_;
    change(fit);
    row.fit = fit.dump();
    row.fitted_at = "2030-01-01T00:00:" + std::to_string(10 + saved_++) + ".000000Z";
    db::ModelTable(store_).save(row);
    try {
      return load_model(store_, device_.id, kDefaultModel, device_.driver) ? "loaded" : "none";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::store) << error.what();
      return error.what();
    }
  }

  db::Store store_ = db::Store::in_memory();
  db::DeviceRow device_;
  json sound_;
  int saved_ = 0;
};

TEST_F(StoredModelTest, DamageIsTheStoresAndSaysHowToMendIt) {
  EXPECT_EQ(loaded_with([](json&) {}), "loaded");
  const std::string calibration =
      load_model(store_, device_.id, kDefaultModel, device_.driver)->calibration.uid;
  const auto expect = [&](const std::string& what, const std::function<void(json&)>& change) {
    EXPECT_THAT(loaded_with(change),
                AllOf(HasSubstr("model source of calibration " + calibration + " in "),
                      HasSubstr("is damaged, or a newer clgauge's ("), HasSubstr(what),
                      HasSubstr("): run clgauge fit")));
  };
  const auto text = [](json& fit) -> std::string& {
    return fit.at("expression").get_ref<std::string&>();
  };
  expect("expected", [&](json& fit) { text(fit) += " + p_a * * f_b"; });
  expect("f_lines_l9", [&](json& fit) {
    const std::string name = "f_lines_l2";
    text(fit).replace(text(fit).find(name), name.size(), "f_lines_l9");
  });
  expect("parameters", [&](json& fit) { text(fit) += " + p_more * f_work_items"; });
  expect("parameters", [](json& fit) { fit["parameters"][0]["name"] = "p_other"; });
  expect("which no fit gives", [](json& fit) { fit["parameters"][0]["value"] = -1e-6; });
  expect("null", [](json& fit) { fit["parameters"][0]["value"] = nullptr; });
  expect("covariance", [](json& fit) { fit["covariance"][0] = 1e300; });
  expect("covariance", [](json& fit) { fit["covariance"].erase(0); });
  expect("makes no sense", [](json& fit) { fit["log_sigma"] = 1e9; });
  expect("page_bytes is 0.5", [](json& fit) { fit["traits"]["page_bytes"] = 0.5; });
  expect("traits", [](json& fit) { fit["traits"] = "{oops"; });
  EXPECT_EQ(loaded_with([](json&) {}), "loaded") << "fitted anew";
}

TEST_F(StoredModelTest, EveryModelOfACalibrationLoads) {
  int loaded = 0;
  for (const auto& definition : model::builtin_models()) {
    loaded += load_model(store_, device_.id, definition.name, device_.driver) ? 1 : 0;
  }
  EXPECT_EQ(loaded, 5) << "all but lens-ir";
}

TEST_F(StoredModelTest, ModelsThatAreLostAreNamed) {
  const std::string calibration = known_device(store_, "").calibration->uid;
  const Error lost = missing_model(store_, device_, calibration, kDefaultModel);
  EXPECT_EQ(lost.kind(), ErrorKind::store);
  EXPECT_THAT(lost.what(), HasSubstr("has no model source of device " + device_.id));
  EXPECT_THAT(lost.what(), HasSubstr("run clgauge fit"));
  const Error of_gpus = missing_model(store_, device_, calibration, kSourceSimtModel);
  EXPECT_EQ(of_gpus.kind(), ErrorKind::usage);
  EXPECT_EQ(of_gpus.what(), "source-simt is what GPUs have under the name source, and " +
                                device_.name + " is none: use --model source");
  for (const char* other : {"unheard-of", kLensModel}) {  // not every device has a lens
    const Error none = missing_model(store_, device_, calibration, other);
    EXPECT_EQ(none.kind(), ErrorKind::usage);
    EXPECT_THAT(none.what(), HasSubstr("no model of " + device_.name + " is called " + other));
    EXPECT_THAT(none.what(), HasSubstr(": there are lens, paper-linear, paper-overlap, roofline"));
  }
}

}  // namespace
}  // namespace clgauge::service
