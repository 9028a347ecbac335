#include "cli/prediction_query.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iostream>
#include <string>
#include <vector>

#include "base/error.h"
#include "device/device.h"
#include "service/engine/buffer_notes.h"
#include "service/engine/kernel_lens.h"
#include "service/keeper/daemon_keeper.h"

namespace clgauge::cli {
namespace {

// Drivers take minutes for programs of many large kernels.
constexpr double kMostCompilingSeconds = 150;

// "a (64 MiB), b (16 KiB)".
std::string list_of(const std::map<std::string, std::size_t>& sizes) {
  std::vector<std::string> parts;
  for (const auto& [name, bytes] : sizes) {
    const bool is_large = bytes >> 20U > 0;
    parts.push_back(
        fmt::format("{} ({} {})", name, bytes >> (is_large ? 20U : 10U), is_large ? "MiB" : "KiB"));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

void print(const std::vector<std::string>& notes) {
  for (const std::string& note : notes) {
    std::cerr << "clgauge: " << note << '\n';
  }
}

}  // namespace

void PredictionQuery::add_to(CLI::App& command, Globals& globals) {
  kernel_.add_to(command);
  command
      .add_option(
          "--model", model_,
          "lens, source, roofline, ..., or an expression in p_* and f_* (docs/models.md). "
          "Without: lens where the compiled code can be had, lens-ir on a device that shows "
          "none, else source")
      ->type_name("MODEL");
  add_device_option(command, globals);
  add_format_option(command, globals);
}

service::PredictionReport PredictionQuery::answer(const Globals& globals) const {
  const device::Discovery discovery = device::discover_in_child();
  const device::Identity device =
      device::answering_as(device::select(discovery, globals.device), discovery);
  db::Store store = service::open_user_store();
  KernelAtSizes kernel = kernel_.at_sizes(store);
  const auto assumed = service::assumed_bytes(kernel.model, kernel.bindings, kernel.inputs);
  kernel.inputs.buffer_bytes.insert(assumed.begin(), assumed.end());
  const auto answer_by = [&](const std::string& model) {
    const service::Predictor predictor(store, device, model);
    const auto code = predictor.lens_code();
    if (!code) {
      return predictor.predict_corrected(kernel.model, kernel.bindings);
    }
    microbench::Job job = kernel.job();
    job.timeout_seconds = kMostCompilingSeconds;
    service::KernelLens lens(store, device, predictor.traits(), *code);
    lens.compile_missing({job});
    if (const auto failure = lens.compile_failure(job); failure && failure->is_of_launch) {
      throw Error(ErrorKind::input, kernel.model.kernel + " cannot run: " + failure->reason,
                  failure->detail);
    }
    lens::LensAnswer seen = lens.look({job}).front();
    std::vector<std::string> assumptions;
    if (!assumed.empty()) {
      assumptions.push_back(
          "sizes of buffers that nothing tells (--buffer NAME=BYTES does) are taken to be: " +
          list_of(assumed));
    }
    if (model_.empty() && seen.refusal.find("data-dependent") == 0) {
      lens::LensAnswer as_measured = lens.look_as_measured(job);
      if (as_measured.refusal.empty()) {
        assumptions.push_back(service::contents_as_measured(kernel.model, job) +
                              ", for there is a " +
                              service::with_argument_names(seen.refusal, kernel.model.parameters));
        seen = std::move(as_measured);
      } else {
        seen.refusal = as_measured.refusal;
      }
    }
    if (!seen.refusal.empty()) {
      throw Error(ErrorKind::unsupported,
                  "the lens says nothing: " +
                      service::with_argument_names(seen.refusal, kernel.model.parameters) +
                      (model_.empty() ? "" : ": use --model source"));
    }
    service::PredictionReport report =
        predictor.predict_corrected(kernel.model, kernel.bindings, seen.features);
    report.hot_loops = seen.loops;
    auto& notes = report.prediction.notes;
    notes.insert(notes.end(), assumptions.begin(), assumptions.end());
    return report;
  };
  if (!model_.empty()) {
    return answer_by(model_);
  }
  std::vector<std::string> refusals;
  const auto answer_after_refusals = [&](const std::string& model) {
    service::PredictionReport report = answer_by(model);
    for (std::string& refusal : refusals) {
      refusal = "model " + model + " answers, for " + refusal;
    }
    if (globals.format == Format::json) {  // a table is followed by its notes
      print(refusals);
    }
    auto& notes = report.prediction.notes;
    notes.insert(notes.begin(), refusals.begin(), refusals.end());
    return report;
  };
  for (const char* model : {service::kLensModel, service::kLensIrModel}) {
    if (!service::load_model(store, device.id, model, device.driver)) {
      continue;
    }
    try {
      return answer_after_refusals(model);
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::input) {  // no model knows better
        throw;
      }
      refusals.emplace_back(error.what());
    }
  }
  try {
    return answer_after_refusals(service::kDefaultModel);
  } catch (const Error&) {
    print(refusals);
    throw;
  }
}

void print_reservations(const service::PredictionReport& report) {
  print(report.prediction.notes);
  if (report.calibration.stale) {
    std::cerr << "clgauge: the calibration was made with driver " << report.calibration.driver
              << ", not the present one: run clgauge calibrate\n";
  }
}

}  // namespace clgauge::cli
