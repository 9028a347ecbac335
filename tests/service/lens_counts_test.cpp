// Counts fitted to looks at some sizes against looks at others: kernels of kernels/, as the
// compiler of each CPU device makes them. CLGAUGE_PRINT_FITS=1 prints each.
#include "service/engine/lens_counts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "cpu_devices.h"
#include "db/device_table.h"
#include "device/device.h"
#include "kernels/catalogue.h"
#include "lens/counts/fitted_counts.h"
#include "microbench/worker/values.h"
#include "model/terms/lens_term.h"
#include "service/engine/device_record.h"
#include "service/engine/family_launch.h"
#include "service/engine/kernel_lens.h"

namespace clgauge::service {
namespace {

// docs/lens.md, "Fitted counts": between two sizes that were looked at, a new one.
constexpr double kMostInstructionsError = 0.03;
// Sums overlap at their ends by their length (on a Zen 5 0.12, others less than 0.1).
constexpr double kMostCyclesError = 0.13;
constexpr double kMostTimeError = 0.14;
constexpr double kMeanTimeError = 0.03;

struct Ladder {
  std::string family;
  std::string variant;
  std::vector<std::string> symbols;  // that all take the size
  std::vector<std::int64_t> looked;
  std::vector<std::int64_t> fresh;
};

const std::vector<Ladder>& ladders() {
  static const std::vector<Ladder> all = {
      // Not 320: its rows lie 20 lines apart, in a quarter of the first cache's sets, which no look
      // at other sizes tells (a Golden Cove takes 1.7 times as long for it).
      {"matmul", "naive", {"n"}, {64, 112, 240, 400, 528}, {96, 176, 304, 464}},
      {"matmul", "tiled16", {"n"}, {64, 112, 240, 400, 528}, {96, 176, 320, 464}},
      // Not between 528 and 1040, where PoCL's buffers reach 2 MiB and begin to lie elsewhere.
      {"fd2d", "direct", {"nx", "ny"}, {64, 144, 272, 528, 1040, 2064}, {208, 400, 1552}},
      {"fd2d", "tile_halo", {"nx", "ny"}, {64, 144, 272, 528, 1040, 2064}, {208, 400, 784, 1552}},
      {"dg", "transposed", {"elements"}, {64, 272, 1040, 4112, 16400}, {528, 2064, 8208}},
      {"dg", "prefetch_d", {"elements"}, {64, 272, 1040, 4112, 16400}, {528, 2064, 8208}},
      {"lu_rank1", "direct", {"n"}, {144, 272, 528, 1040, 2064}, {208, 400, 784, 1552}},
  };
  return all;
}

using test::cpu_devices;

class LensCountsDevice : public ::testing::TestWithParam<std::size_t> {
 protected:
  // A model of compiled code to weigh counts with: that of the calibration in data/.
  static const nlohmann::json& stored_fit() {
    static const nlohmann::json fit = [] {
      std::ifstream in(CLGAUGE_SOURCE_DIR "/data/devices/pocl-3.1-epyc-2core-quick.json");
      const nlohmann::json document = nlohmann::json::parse(in);
      for (const auto& row : document.at("tables").at("models")) {
        if (row.at("name") == "lens") {
          const auto& text = row.at("fit");
          return text.is_string() ? nlohmann::json::parse(text.get<std::string>()) : text;
        }
      }
      throw std::runtime_error("data/ has no model lens");
    }();
    return fit;
  }

  void SetUp() override {
    ASSERT_LT(GetParam(), cpu_devices().size());
    db::DeviceTable(store_).upsert(device_row(cpu_devices()[GetParam()]));
    setenv("CLGAUGE_WORKER", CLGAUGE_BINARY_DIR "/microbench/clgauge-worker", 1);
    setenv("CLGAUGE_LENS", CLGAUGE_BINARY_DIR "/lens/clgauge-lens", 1);
  }

  std::vector<lens::LookedPoint> look(const Ladder& ladder, const std::vector<std::int64_t>& at) {
    std::vector<microbench::Job> jobs;
    for (const std::int64_t size : at) {
      kernels::Sizes sizes;
      for (const std::string& symbol : ladder.symbols) {
        sizes[symbol] = size;
      }
      jobs.push_back(
          job_of(kernels::variant(kernels::family(ladder.family), ladder.variant), sizes));
    }
    KernelLens lens(store_, cpu_devices()[GetParam()], traits_);
    lens.compile_missing(jobs);
    const auto answers = lens.look(jobs);
    std::vector<lens::LookedPoint> looks;
    for (std::size_t i = 0; i < jobs.size(); ++i) {
      EXPECT_EQ(answers[i].refusal, "");
      const lens::EvaluatedLaunch launch = evaluated_launch(jobs[i]);
      lens::LookedPoint look{{launch.global, launch.groups(), {}}, answers[i].features};
      for (const auto& argument : jobs[i].arguments) {
        if (const auto* scalar = std::get_if<microbench::ScalarArgument>(&argument)) {
          look.at.scalars.push_back(scalar->value);
        }
      }
      looks.push_back(std::move(look));
    }
    return looks;
  }

  double seconds(const lens::LensFeatures& features) {
    std::vector<double> counts;
    for (const std::string& name : predictor_.features()) {
      counts.push_back(model::is_lens_feature(name) ? features.at(name) : 1);
    }
    return predictor_.estimate(counts, workspace_).seconds;
  }

  db::Store store_ = db::Store::in_memory();
  model::DeviceTraits traits_ = model::device_traits_from_json(stored_fit().at("traits"));
  model::Predictor predictor_{model::fitted_model_from_json(stored_fit())};
  model::Predictor::Workspace workspace_;
};

TEST_P(LensCountsDevice, FitsAgreeWithLooksAtSizesThatWereNotInThem) {
  const bool prints = std::getenv("CLGAUGE_PRINT_FITS") != nullptr;
  double sum = 0;
  int points = 0;
  for (const Ladder& ladder : ladders()) {
    const lens::FittedCounts fitted(look(ladder, ladder.looked), traits_.compute_units,
                                    lens::lens_feature_names());
    lens::FittedCounts::Workspace workspace;
    std::vector<double> counts(fitted.features().size());
    for (const lens::LookedPoint& truth : look(ladder, ladder.fresh)) {
      ASSERT_TRUE(fitted.covers(truth.at, workspace)) << ladder.family;
      fitted.at(truth.at, counts, workspace);
      lens::LensFeatures guess;
      for (std::size_t f = 0; f < counts.size(); ++f) {
        guess[fitted.features()[f]] = counts[f];
      }
      const auto error = [&](const char* name) {
        return std::fabs(guess.at(name) / truth.features.at(name) - 1);
      };
      const double time_error = std::fabs(std::log(seconds(guess) / seconds(truth.features)));
      EXPECT_LE(error("f_lens_cycles"), kMostCyclesError) << ladder.family << ladder.variant;
      EXPECT_LE(error("f_lens_instructions"), kMostInstructionsError)
          << ladder.family << ladder.variant;
      EXPECT_LE(time_error, kMostTimeError) << ladder.family << ' ' << ladder.variant;
      sum += time_error;
      ++points;
      if (prints) {
        std::cout << ladder.family << ' ' << ladder.variant << " groups " << truth.at.groups[0]
                  << 'x' << truth.at.groups[1] << ": cycles " << error("f_lens_cycles")
                  << ", instructions " << error("f_lens_instructions") << ", time " << time_error
                  << '\n';
      }
    }
  }
  EXPECT_LE(sum / points, kMeanTimeError);
  if (prints) {
    std::cout << "mean error of the time " << sum / points << " at " << points << " points\n";
  }
}

INSTANTIATE_TEST_SUITE_P(Devices, LensCountsDevice,
                         testing::Range<std::size_t>(0, cpu_devices().size()),
                         [](const auto& test) { return "cpu" + std::to_string(test.param); });

}  // namespace
}  // namespace clgauge::service
