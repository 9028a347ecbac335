#pragma once

#include <string>

#include <CLI/App.hpp>

#include "cli/command.h"
#include "cli/kernel_options.h"
#include "service/engine/launch_predictor.h"
#include "service/store/bottleneck.h"

namespace clgauge::cli {

// What predict and explain share: the kernel, the device, the model, and the answer.
class PredictionQuery {
 public:
  void add_to(CLI::App& command, Globals& globals);
  // By the model that was named; else by the compiled code, where the device shows any that can be
  // looked at, and by the source where not, which a note of the answer says. `roof` is given by who
  // explains: it becomes the least that the launch can take, and the loops are looked at closely.
  [[nodiscard]] service::PredictionReport answer(const Globals& globals,
                                                 service::Roof* roof = nullptr) const;

 private:
  KernelOptions kernel_;
  std::string model_;  // empty: the best that can be had
};

// The launch that the options describe; both must outlive it. What KernelOptions::at_sizes()
// throws.
[[nodiscard]] service::PredictedLaunch launch_of(const KernelOptions& options, db::Store& store);

// What an answer rests on, as the last line of a table: its model and tier, the calibration's age
// and driver.
void print_basis(const service::PredictionReport& report);

// What a reader must know of an answer, on stderr: its notes, and a calibration that is stale.
void print_reservations(const service::PredictionReport& report);

}  // namespace clgauge::cli
