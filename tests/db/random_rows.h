#pragma once

#include <random>
#include <string>

#include "db/calibration_table.h"
#include "db/device_table.h"
#include "db/model_table.h"
#include "db/observation_table.h"
#include "db/sample_table.h"

namespace clgauge::db {

// Rows with random content from a small world: few devices, drivers and micro kernels, so that
// stores made from different seeds have rows in common.
class RandomRows {
 public:
  explicit RandomRows(unsigned seed) : generator_(seed) {}

  int below(int limit) { return std::uniform_int_distribution<int>(0, limit - 1)(generator_); }
  double real() { return std::uniform_real_distribution<double>(1e-7, 1e-2)(generator_); }

  DeviceRow device();
  MicroKernelRow micro_kernel();
  SampleRow sample(const std::string& calibration_uid, const std::string& micro_kernel_uid);
  ModelRow model(const std::string& calibration_uid);
  ObservationRow observation(const std::string& device_id);

  // Adds devices, calibrations in every state, samples, models, kernels, aliases, observations.
  void fill(Store& store);

 private:
  std::mt19937 generator_;
};

}  // namespace clgauge::db
