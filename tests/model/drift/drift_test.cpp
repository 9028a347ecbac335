// Synthetic series: how soon a change is told, and how rarely one that is not there.
#include "model/drift/drift.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "base/error.h"

namespace clgauge::model {
namespace {

constexpr int kReplicates = 200;

struct Device {
  explicit Device(unsigned seed, double sigma) : random(seed), noise(0, sigma) {}

  // A run of one of a few kernels, each with its own error; true when an alarm is up.
  bool run(DriftDetector& detector, double change, std::size_t kernels = 1) {
    const std::size_t kernel = random() % kernels;
    detector.observe(std::to_string(kernel),
                     0.3 * static_cast<double>(kernel) - 0.2 + noise(random) + change);
    return detector.moved();
  }

  std::mt19937 random;
  std::normal_distribution<double> noise;
};

struct Delays {
  double mean = 0;
  double median = 0;
  double unseen = 0;  // part of the changes that were not told within 100 runs
};

// Runs until the alarm after the change, which comes after 50 quiet runs of each kernel.
Delays delays(double sigma, double change, std::size_t kernels) {
  std::vector<int> all;
  for (unsigned seed = 0; seed < kReplicates; ++seed) {
    Device device(seed, sigma);
    DriftDetector detector;
    for (std::size_t i = 0; i < 50 * kernels; ++i) {
      device.run(detector, 0, kernels);
    }
    if (detector.moved()) {
      continue;  // a false alarm, which is another test's
    }
    int delay = 1;
    while (!device.run(detector, change, kernels) && delay <= 100) {
      ++delay;
    }
    EXPECT_TRUE(!detector.moved() || (detector.ratio() > 1) == (change > 0));
    all.push_back(delay);
  }
  EXPECT_GT(all.size(), kReplicates * 9U / 10);
  std::sort(all.begin(), all.end());
  const auto size = static_cast<double>(all.size());
  return {
      std::accumulate(all.begin(), all.end(), 0.0) / size, static_cast<double>(all[all.size() / 2]),
      static_cast<double>(std::count_if(all.begin(), all.end(), [](int d) { return d > 100; })) /
          size};
}

// Runs to the first alarm without any change, from the runs that `kReplicates` devices make.
double mean_run_length(double sigma, std::size_t kernels) {
  constexpr int kRuns = 10'000;
  double runs = 0;
  int alarms = 0;
  for (unsigned seed = 0; seed < kReplicates; ++seed) {
    Device device(1000 + seed, sigma);
    DriftDetector detector;
    int i = 0;
    while (i < kRuns && !detector.moved()) {
      device.run(detector, 0, kernels);
      ++i;
    }
    runs += i;
    alarms += detector.moved() ? 1 : 0;
  }
  return alarms == 0 ? std::numeric_limits<double>::infinity() : runs / alarms;
}

TEST(Drift, TellsAChangeSoon) {
  const double sigma = 0.1;
  for (const std::size_t kernels : {1U, 5U}) {
    for (const double sign : {1.0, -1.0}) {
      const Delays small = delays(sigma, sign * sigma, kernels);
      EXPECT_LE(small.median, 20);
      EXPECT_LE(small.unseen, kernels == 1 ? 0.12 : 0.0);
      EXPECT_LE(delays(sigma, sign * 2 * sigma, kernels).mean, 8);
      EXPECT_LE(delays(sigma, sign * 4 * sigma, kernels).mean, 4.5);
    }
  }
}

TEST(Drift, SeldomCriesWolf) {
  EXPECT_GE(mean_run_length(0.1, 1), 7000);
  EXPECT_GE(mean_run_length(0.1, 5), 7000);
  EXPECT_GE(mean_run_length(1.0, 1), 7000);
  // Below the least noise that counts there is next to nothing.
  EXPECT_GE(mean_run_length(0.01, 1), 100'000);
}

TEST(Drift, SaysHowMuch) {
  Device device(3, 0.05);
  DriftDetector detector;
  EXPECT_EQ(detector.ratio(), 1);
  for (int i = 0; i < 100; ++i) {
    device.run(detector, 0, 3);
  }
  EXPECT_EQ(detector.ratio(), 1);
  for (int i = 0; i < 100; ++i) {
    device.run(detector, std::log(1.3), 3);
  }
  EXPECT_TRUE(detector.moved());
  EXPECT_NEAR(detector.ratio(), 1.3, 0.03);
  EXPECT_EQ(detector.runs(), 200U);
}

TEST(Drift, OneDisturbedRunIsNoChangeAndATinyOneNeverIs) {
  Device device(4, 0.1);
  DriftDetector detector;
  for (int i = 0; i < 100; ++i) {
    device.run(detector, 0);
  }
  device.run(detector, 50);
  device.run(detector, 50);
  EXPECT_FALSE(detector.moved());

  Device exact(5, 1e-4);
  DriftDetector of_exact;
  for (int i = 0; i < 2000; ++i) {
    exact.run(of_exact, i < 100 ? 0 : 0.02);
  }
  EXPECT_FALSE(of_exact.moved());
}

TEST(Drift, RefusesWhatIsNoRatio) {
  DriftDetector detector;
  EXPECT_THROW(detector.observe("k", std::nan("")), Error);
  EXPECT_THROW(detector.observe("k", -std::numeric_limits<double>::infinity()), Error);
  EXPECT_EQ(detector.runs(), 0U);
}

}  // namespace
}  // namespace clgauge::model
