#include "service/engine/selection.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/paths.h"
#include "collector/kernel/launch_parser.h"
#include "microbench/worker/client.h"
#include "service/engine/family_launch.h"
#include "service/engine/kernel_catalog.h"
#include "service/engine/measurement_job.h"

namespace clgauge::service {
namespace {

// The noise of a measurement of this length, as a standard deviation of its logarithm.
double noise_of(const microbench::Measurement& measured) {
  constexpr double kLeast = 0.01;
  const double half_width = std::log(measured.high_seconds / measured.low_seconds) / 2;
  return std::isfinite(half_width) ? std::max(half_width / 1.96, kLeast) : 0.1;
}

PredictedLaunch launch_of(const VariantLaunch& variant, KernelCatalog& catalog) {
  PredictedLaunch launch;
  launch.kernel = collector::at_walked_sizes(
      catalog.collect_at_sizes(variant.source, variant.kernel, variant.launch));
  launch.bindings = collector::argument_values(variant.launch);
  launch.given = given_inputs(launch.kernel, {{}, variant.real_args, {}, {}});
  launch.job = [kernel = launch.kernel, own = launch.bindings,
                job = variant.job](const collector::Bindings& sizes) {
    if (sizes != own) {
      throw Error(ErrorKind::unsupported, "a variant is known at its own sizes alone");
    }
    try {
      return job(kernel);
    } catch (const Error& error) {  // models of the source need no job
      throw Error(error.kind() == ErrorKind::input ? ErrorKind::unsupported : error.kind(),
                  error.what());
    }
  };
  return launch;
}

}  // namespace

std::vector<VariantLaunch> variants_of(const kernels::Family& family, const kernels::Sizes& sizes) {
  std::vector<VariantLaunch> variants;
  std::string violated;
  for (const kernels::Variant& variant : family.variants) {
    if (const std::string constraint = kernels::violated_constraint(variant, sizes);
        !constraint.empty()) {
      violated = variant.name + " needs " + constraint;
      continue;
    }
    variants.push_back(
        {variant.name, source_of(variant), variant.kernel, launch_description(variant, sizes),
         [&variant, sizes](const collector::KernelModel&) { return job_of(variant, sizes); },
         real_args_of(variant)});
  }
  if (variants.empty()) {
    throw Error(ErrorKind::input,
                "no variant of " + family.name + " can run at these sizes: " + violated);
  }
  return variants;
}

std::vector<VariantLaunch> variants_from_json(const nlohmann::json& json,
                                              const std::string& folder) {
  std::vector<VariantLaunch> variants;
  try {
    for (const auto& value : json) {
      VariantLaunch variant;
      value.at("name").get_to(variant.name);
      value.at("kernel").get_to(variant.kernel);
      variant.source.name = value.at("file").get<std::string>();
      variant.source.text = read_file(std::filesystem::path(folder) / variant.source.name);
      variant.source.options = value.value("build_options", "");
      for (const auto& directory : value.value("include", std::vector<std::string>{})) {
        variant.source.include_directories.push_back(
            (std::filesystem::path(folder) / directory).string());
      }
      value.at("global").get_to(variant.launch.global);
      value.at("local").get_to(variant.launch.local);
      if (value.contains("args")) {
        value.at("args").get_to(variant.launch.args);
      }
      const auto bindings = collector::argument_values(variant.launch);
      variant.job = [source = variant.source, bindings](const collector::KernelModel& kernel) {
        return measurement_job(source, kernel, bindings, {});
      };
      variants.push_back(std::move(variant));
    }
  } catch (const nlohmann::json::exception& error) {
    throw Error(ErrorKind::input,
                std::string("a list of variants: each needs name, file, kernel, and global, local "
                            "and args as texts: ") +
                    error.what());
  }
  if (variants.empty()) {
    throw Error(ErrorKind::input, "the list of variants is empty: there is nothing to choose");
  }
  return variants;
}

SelectionReport select_variant(db::Store& store, const device::Identity& device,
                               const std::string& model, const std::vector<VariantLaunch>& variants,
                               double refine_seconds, const std::atomic<bool>& stop) {
  LaunchPredictor predictor(store, device, model);
  KernelCatalog catalog(store);
  std::vector<PredictedLaunch> launches;
  SelectionReport report;
  for (const VariantLaunch& variant : variants) {
    PredictedLaunch launch = launch_of(variant, catalog);
    if (const auto failure = predictor.why_impossible(launch, stop)) {
      report.notes.push_back(variant.name + " cannot run here: " + failure->reason);
      continue;
    }
    if (stop) {
      throw Error(ErrorKind::timeout, "interrupted: the next select finds what has been compiled");
    }
    report.names.push_back(variant.name);
    launches.push_back(std::move(launch));
  }
  if (launches.empty()) {
    throw Error(ErrorKind::input,
                "no variant can run on " + device.name + ": " + report.notes.front());
  }
  const auto rank = [&] {
    LaunchPredictor::Answers answers = predictor.predict(launches);
    report.predictions = std::move(answers.reports);
    report.selection = ranked(report.names, report.predictions, answers.shared_variance);
    return std::move(answers.refusals);
  };
  const std::vector<std::string> refusals = rank();
  report.notes.insert(report.notes.end(), refusals.begin(), refusals.end());
  if (refine_seconds <= 0) {
    return report;
  }
  using Clock = std::chrono::steady_clock;
  const auto started = Clock::now();
  microbench::WorkerClient worker;
  const std::vector<std::string> wanted = report.selection.worth_measuring;
  for (std::size_t n = 0; n < wanted.size(); ++n) {
    const std::string& name = wanted[n];
    const double left =
        refine_seconds - std::chrono::duration<double>(Clock::now() - started).count();
    const auto i = static_cast<std::size_t>(
        std::find(report.names.begin(), report.names.end(), name) - report.names.begin());
    if (left <= report.predictions[i].prediction.seconds ||
        report.predictions[i].tier == "measured") {
      continue;
    }
    microbench::Job job = launches[i].job(launches[i].bindings);
    job.device_id = device.id;
    // Half of a fair share for samples: building and warming up take time, too.
    job.policy.budget_seconds = left / static_cast<double>(2 * (wanted.size() - n));
    job.timeout_seconds = std::max(1.0, 2 * left);
    const auto measured = worker.run(job, stop);
    if (!measured) {
      break;
    }
    if (measured->status != microbench::Status::ok) {
      continue;  // what cannot run is not chosen on a guess: it keeps its prediction and its notes
    }
    service::observe(store, device.id, device.driver, launches[i].kernel, launches[i].bindings,
                     {measured->median_seconds, noise_of(*measured), "select", launches[i].given});
    report.measured.push_back(name);
  }
  if (!report.measured.empty()) {
    rank();
  }
  return report;
}

nlohmann::json to_json(const SelectionReport& report) {
  nlohmann::json json = model::to_json(report.selection);
  json["measured"] = report.measured;
  json["notes"] = report.notes;
  for (auto& ranked : json["ranked"]) {
    const auto found =
        std::find(report.names.begin(), report.names.end(), ranked.at("name").get<std::string>());
    const auto& one = report.predictions[static_cast<std::size_t>(found - report.names.begin())];
    ranked["interval"] = {one.prediction.low, one.prediction.high};
    ranked["tier"] = one.tier;
    ranked["unsupported"] = one.prediction.unsupported;
  }
  if (!report.predictions.empty()) {
    json["device"] = report.predictions.front().device_id;
    json["model"] = report.predictions.front().model;
  }
  return json;
}

}  // namespace clgauge::service
