#include "service/engine/selection.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <map>
#include <string_view>
#include <system_error>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/paths.h"
#include "collector/kernel/launch_parser.h"
#include "microbench/worker/client.h"
#include "service/engine/family_launch.h"
#include "service/engine/kernel_catalog.h"
#include "service/engine/launch_check.h"
#include "service/engine/measurement_job.h"

namespace clgauge::service {
namespace {

// The noise of a measurement of this length, as a standard deviation of its logarithm.
double noise_of(const microbench::Measurement& measured) {
  constexpr double kLeast = 0.01;
  const double half_width = std::log(measured.high_seconds / measured.low_seconds) / 2;
  return std::isfinite(half_width) ? std::max(half_width / 1.96, kLeast) : 0.1;
}

// What the work throws, with the entry of the list that it is about; a device or a store that fails
// is of no entry.
template <typename Work>
auto at_place(const std::string& place, Work work) {
  try {
    return work();
  } catch (const Error& error) {
    const bool is_of_entry =
        !place.empty() && (error.kind() == ErrorKind::input || error.kind() == ErrorKind::usage);
    throw is_of_entry ? Error(error.kind(), place + ": " + error.what(), error.detail()) : error;
  }
}

// What a person may have got wrong in a list. Values that a kernel has no use for are no mistake:
// variants share theirs.
void check_typed(const collector::KernelModel& kernel, const collector::Bindings& bindings) {
  for (const auto* sizes : {&kernel.global_size, &kernel.local_size}) {
    for (const collector::Formula& size : *sizes) {
      if (!size.evaluate(bindings)) {
        throw Error(ErrorKind::input, "the launch's size " + size.text() +
                                          " has no value: give one to each name in it, in args");
      }
    }
  }
  check_sizes(kernel, bindings);
}

// What the launch's buffers hold bounds where indices lead that memory decides; what a list says
// may not tell their sizes.
collector::KernelModel in_its_buffers(collector::KernelModel kernel, const VariantLaunch& variant) {
  std::map<std::string, std::size_t> buffers;
  try {
    buffers = buffer_bytes_of(kernel, variant.job(kernel));
  } catch (const Error&) {  // whoever runs it says so
    return kernel;
  }
  return within_buffers(std::move(kernel), buffers);
}

PredictedLaunch launch_of(const VariantLaunch& variant, KernelCatalog& catalog) {
  PredictedLaunch launch;
  launch.kernel = collector::at_walked_sizes(
      catalog.collect_at_sizes(variant.source, variant.kernel, variant.launch));
  launch.bindings = collector::argument_values(variant.launch);
  if (!variant.place.empty()) {
    check_typed(launch.kernel, launch.bindings);
  }
  launch.kernel = in_its_buffers(std::move(launch.kernel), variant);
  launch.given = given_inputs(launch.kernel, {{}, variant.real_args, {}, {}});
  launch.job = [kernel = launch.kernel, own = launch.bindings,
                job = variant.job](const collector::Bindings& sizes) {
    if (sizes != own) {
      throw Error(ErrorKind::unsupported, "a variant is known at its own sizes alone");
    }
    return job(kernel);
  };
  return launch;
}

// Models of the source need no job, so that a list says nothing of buffers: one whose size nothing
// tells is no mistake, as is a value that is missing.
microbench::Job job_of_typed(const collector::Source& source, const collector::KernelModel& kernel,
                             const collector::Bindings& bindings) {
  try {
    return measurement_job(source, kernel, bindings, {});
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::input) {
      throw;
    }
    MeasurementInputs inputs;
    inputs.buffer_bytes = assumed_bytes(kernel, bindings, inputs);
    static_cast<void>(measurement_job(source, kernel, bindings, inputs));
    throw Error(ErrorKind::unsupported, error.what());
  }
}

// The members that an entry of a list may have.
constexpr std::array<std::string_view, 8> kMembers = {"name",  "file", "kernel",        "global",
                                                      "local", "args", "build_options", "include"};

void check_members(const nlohmann::json& entry) {
  if (!entry.is_object()) {
    throw Error(ErrorKind::input, "it is no object: write {\"name\": .., \"file\": .., ..}");
  }
  for (const auto& [name, value] : entry.items()) {
    if (std::find(kMembers.begin(), kMembers.end(), name) == kMembers.end()) {
      throw Error(ErrorKind::input, fmt::format("there is no member '{}': there are {}", name,
                                                fmt::join(kMembers, ", ")));
    }
  }
}

// A text, or a whole number.
std::string expression_in(const nlohmann::json& value, const std::string& member) {
  if (value.is_string()) {
    return value.get<std::string>();
  }
  if (value.is_number_integer()) {
    return value.dump();
  }
  throw Error(ErrorKind::input,
              fmt::format("'{}' must hold texts or whole numbers: it holds {}", member,
                          value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)));
}

std::string text_in(const nlohmann::json& entry, const std::string& member) {
  const auto value = entry.find(member);
  if (value == entry.end()) {
    return {};
  }
  if (!value->is_string()) {
    throw Error(ErrorKind::input, fmt::format("'{}' must be a text", member));
  }
  return value->get<std::string>();
}

std::vector<std::string> list_in(const nlohmann::json& entry, const std::string& member) {
  std::vector<std::string> texts;
  const auto list = entry.find(member);
  if (list == entry.end()) {
    return texts;
  }
  if (!list->is_array()) {
    throw Error(ErrorKind::input,
                fmt::format("'{}' must be a list: write \"{}\": [.., ..]", member, member));
  }
  for (const nlohmann::json& value : *list) {
    texts.push_back(expression_in(value, member));
  }
  return texts;
}

std::vector<std::string> folders_in(const nlohmann::json& entry,
                                    const std::filesystem::path& folder) {
  std::vector<std::string> folders;
  for (const std::string& directory : list_in(entry, "include")) {
    const std::filesystem::path path = folder / directory;
    std::error_code ignored;
    if (!std::filesystem::is_directory(path, ignored)) {
      throw Error(ErrorKind::input, fmt::format("include: {} is no folder", path.string()));
    }
    folders.push_back(path.string());
  }
  return folders;
}

VariantLaunch typed_variant(const nlohmann::json& entry, const std::filesystem::path& folder) {
  check_members(entry);
  for (const char* const needed : {"name", "file", "global", "local"}) {
    if (!entry.contains(needed)) {
      throw Error(ErrorKind::input,
                  fmt::format("it needs name, file, global and local: there is no {}", needed));
    }
  }
  VariantLaunch variant;
  variant.name = text_in(entry, "name");
  variant.kernel = text_in(entry, "kernel");  // without: the only one in the file
  variant.source.name = text_in(entry, "file");
  variant.source.options = text_in(entry, "build_options");
  variant.source.include_directories = folders_in(entry, folder);
  variant.launch.global = list_in(entry, "global");
  variant.launch.local = list_in(entry, "local");
  if (const auto args = entry.find("args"); args != entry.end()) {
    if (!args->is_object()) {
      throw Error(ErrorKind::input, "'args' must be an object: write {\"n\": 1024}");
    }
    for (const auto& [name, value] : args->items()) {
      variant.launch.args[name] = expression_in(value, "args");
    }
  }
  variant.source.text = read_file(folder / variant.source.name);
  variant.job = [source = variant.source, bindings = collector::argument_values(variant.launch)](
                    const collector::KernelModel& kernel) {
    return job_of_typed(source, kernel, bindings);
  };
  return variant;
}

// Runs what is worth it, and keeps the runs.
void refine(SelectionReport& report, const std::vector<PredictedLaunch>& launches, db::Store& store,
            const device::Identity& device, double seconds, const std::atomic<bool>& stop) {
  using Clock = std::chrono::steady_clock;
  const auto started = Clock::now();
  microbench::WorkerClient worker;
  const std::vector<std::string> wanted = report.selection.worth_measuring;
  for (std::size_t n = 0; n < wanted.size(); ++n) {
    const std::string& name = wanted[n];
    const double left = seconds - std::chrono::duration<double>(Clock::now() - started).count();
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
    job.timeout_seconds = left + kRefineOverheadSeconds;
    const auto measured = worker.run(job, stop);
    if (!measured) {
      return;
    }
    if (measured->status != microbench::Status::ok) {
      continue;  // what cannot run is not chosen on a guess: it keeps its prediction and its notes
    }
    service::observe(store, device.id, device.driver, launches[i].kernel, launches[i].bindings,
                     {measured->median_seconds, noise_of(*measured), "select", launches[i].given});
    report.measured.push_back(name);
  }
}

// What the predictions cannot rely on, each note once, with the variants of which it is true; but
// for `said`, which stands in all of them.
std::vector<std::string> notes_of(const SelectionReport& report,
                                  const std::vector<std::string>& said) {
  std::vector<std::pair<std::string, std::string>> notes;  // and the variants' names
  for (std::size_t i = 0; i < report.names.size(); ++i) {
    for (const std::string& note : report.predictions[i].prediction.notes) {
      if (std::find(said.begin(), said.end(), note) != said.end()) {
        continue;
      }
      const auto known = std::find_if(notes.begin(), notes.end(),
                                      [&](const auto& one) { return one.first == note; });
      if (known == notes.end()) {
        notes.emplace_back(note, report.names[i]);
      } else {
        known->second += ", " + report.names[i];
      }
    }
  }
  std::vector<std::string> lines;
  for (const auto& [note, names] : notes) {
    lines.push_back(names + ": " + note);
  }
  return lines;
}

}  // namespace

std::vector<VariantLaunch> variants_of(const kernels::Family& family, const kernels::Sizes& sizes) {
  kernels::check_size_names(family, sizes);
  std::vector<VariantLaunch> variants;
  std::string violated;
  for (const kernels::Variant& variant : family.variants) {
    if (const std::string constraint = kernels::violated_constraint(variant, sizes);
        !constraint.empty()) {
      violated = variant.name + " needs " + constraint;
      continue;
    }
    variants.push_back(
        {variant.name,
         {},
         source_of(variant),
         variant.kernel,
         launch_description(variant, sizes),
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
  if (!json.is_array() || json.empty()) {
    throw Error(ErrorKind::input, "a list of variants is needed: [{\"name\": .., ..}, ..]");
  }
  std::vector<VariantLaunch> variants;
  for (const nlohmann::json& entry : json) {
    std::string place = fmt::format("variant {}", variants.size() + 1);
    if (entry.is_object() && entry.contains("name") && entry.at("name").is_string()) {
      place += fmt::format(" ('{}')", entry.at("name").get<std::string>());
    }
    VariantLaunch variant = at_place(place, [&] { return typed_variant(entry, folder); });
    const auto same = std::find_if(variants.begin(), variants.end(), [&](const auto& earlier) {
      return earlier.name == variant.name;
    });
    if (same != variants.end()) {
      throw Error(ErrorKind::input,
                  fmt::format("{}: {} has the same name: give it another", place, same->place));
    }
    variant.place = std::move(place);
    variants.push_back(std::move(variant));
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
    PredictedLaunch launch = at_place(variant.place, [&] { return launch_of(variant, catalog); });
    const auto failure =
        at_place(variant.place, [&] { return predictor.why_impossible(launch, stop); });
    if (failure) {
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
  if (refine_seconds > 0) {
    refine(report, launches, store, device, refine_seconds, stop);
    if (!report.measured.empty()) {
      rank();
    }
  }
  const std::vector<std::string> notes = notes_of(report, refusals);
  report.notes.insert(report.notes.end(), notes.begin(), notes.end());
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
