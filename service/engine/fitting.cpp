#include "service/engine/fitting.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <exception>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "collector/kernel/launch_parser.h"
#include "db/calibration_table.h"
#include "db/device_table.h"
#include "db/sample_table.h"
#include "microbench/policy/agreement.h"
#include "microbench/worker/values.h"
#include "model/builtin/builtin.h"
#include "model/expression/expression.h"
#include "model/features.h"
#include "model/terms/lens_term.h"
#include "service/engine/device_record.h"
#include "service/engine/kernel_catalog.h"
#include "service/engine/kernel_lens.h"
#include "service/engine/late_core.h"
#include "service/engine/measurement_job.h"
#include "service/engine/sample_record.h"
#include "service/store/answer.h"
#include "service/store/sampled_kernels.h"

namespace clgauge::service {

namespace {

constexpr const char* kAssists = "f_lens_assists";
constexpr std::array kWaitForChains{"f_lens_simt_stalled_cycles", "f_simt_path_cycles"};
constexpr const char* kFamilyOfAssists = "denormal_work";

// A calibration whose objects cannot be looked at still fits every other model.
void add_lens(db::Store& store, const std::string& calibration_uid,
              const std::vector<microbench::Job>& jobs, LensCode code,
              std::vector<CountedSample>& counted) {
  const auto calibration = db::CalibrationTable(store).find(calibration_uid);
  const auto device = calibration
                          ? db::DeviceTable(store).find_version(calibration->device_version_uid)
                          : std::nullopt;
  if (!device) {
    return;
  }
  const auto processor = calibration->provenance.find(kProcessorProvenance);
  KernelLens lens(store, identity_of(*device), traits_of_calibration(store, calibration_uid), code,
                  processor == calibration->provenance.end() ? "" : processor->second);
  try {
    if (code == LensCode::llvm_ir) {
      lens.compile_missing(jobs);  // by the collector: no device is asked
    }
    auto answers = lens.look(jobs);
    for (std::size_t i = 0; i < counted.size(); ++i) {
      if (code == LensCode::compiled) {
        // PTX is counted as LLVM IR is, to which models of these counts are fitted.
        std::erase_if(answers[i].features,
                      [](const auto& feature) { return feature.first.starts_with("f_lens_ir_"); });
      }
      counted[i].lens.merge(answers[i].features);
      if (counted[i].lens_refusal.empty()) {
        counted[i].lens_refusal = std::move(answers[i].refusal);
      }
    }
  } catch (const Error& error) {
    for (CountedSample& sample : counted) {
      sample.lens_refusal = error.what();
    }
  }
}

// The lists of places that a microbenchmark goes by, as its worker fills them, for those who walk
// it.
microbench::Job job_with_places(microbench::Job job) {
  for (std::size_t i = 0; i < job.arguments.size(); ++i) {
    const auto* const buffer = std::get_if<microbench::BufferArgument>(&job.arguments[i]);
    if (buffer != nullptr && buffer->fill == microbench::Fill::uniform &&
        !buffer->dtype.starts_with("float")) {
      microbench::give_content(job, i);
    }
  }
  return job;
}

std::optional<LensCode> code_for(const model::ModelDefinition& definition) {
  return service::code_for(model::Expression::parse(definition.text).features());
}

}  // namespace

std::vector<CountedSample> counted_samples(db::Store& store, const std::string& calibration_uid,
                                           const std::vector<model::ModelDefinition>& definitions) {
  db::SampleTable table(store);
  KernelCatalog catalog(store);
  std::vector<CountedSample> counted;
  std::vector<microbench::Job> jobs;
  const std::vector<SampledKernel> kernels = sampled_kernels(store, calibration_uid);
  std::vector<std::vector<double>> passes;
  for (const SampledKernel& sampled : kernels) {
    passes.push_back(sampled.pass_seconds);
  }
  const double disturbed = microbench::usual_disturbance(passes);
  for (const SampledKernel& sampled : kernels) {
    const auto kernel_row = table.micro_kernel(sampled.micro_kernel_uid);
    if (!kernel_row) {
      continue;
    }
    const CountableKernel countable = countable_kernel(*kernel_row);
    microbench::Job job = job_with_places(job_of(*kernel_row));
    auto kernel = catalog.collect(countable.source, countable.kernel, countable.launch);
    const auto buffers = buffer_bytes_of(kernel, job);
    counted.push_back({sampled.name,
                       countable.generator,
                       within_buffers(std::move(kernel), buffers),
                       collector::argument_values(countable.launch),
                       sampled.seconds,
                       sampled.seconds * disturbed,
                       sampled.pass_seconds,
                       {},
                       {}});
    jobs.push_back(std::move(job));
  }
  for (const LensCode code : {LensCode::compiled, LensCode::llvm_ir}) {
    if (std::any_of(definitions.begin(), definitions.end(),
                    [code](const auto& definition) { return code_for(definition) == code; })) {
      add_lens(store, calibration_uid, jobs, code, counted);
    }
  }
  return counted;
}

model::DeviceTraits traits_of_calibration(db::Store& store, const std::string& calibration_uid) {
  const auto calibration = db::CalibrationTable(store).find(calibration_uid);
  if (!calibration) {
    throw Error(ErrorKind::store, "the store has no calibration " + calibration_uid);
  }
  if (const auto found = calibration->provenance.find(kTraitsProvenance);
      found != calibration->provenance.end()) {
    try {
      return model::device_traits_from_json(nlohmann::json::parse(found->second));
    } catch (const std::exception& error) {
      throw Error(ErrorKind::store,
                  fmt::format("calibration {} in {} is damaged ({}): run clgauge calibrate --force",
                              calibration_uid, store.path().string(), error.what()));
    }
  }
  const auto device = db::DeviceTable(store).find_version(calibration->device_version_uid);
  return device ? traits_of(*device) : model::DeviceTraits{};
}

std::vector<model::Sample> samples_for(const model::ModelDefinition& definition,
                                       const std::vector<CountedSample>& counted,
                                       const model::DeviceTraits& traits) {
  const std::vector<std::string> wanted = model::Expression::parse(definition.text).features();
  // The source does not tell which products are denormal numbers.
  const bool counts_assists = std::ranges::find(wanted, kAssists) != wanted.end();
  // Chains that one core goes through say how late the other joins it, or, of a multiprocessor, how
  // long a link takes.
  const bool waits_for_chains = std::ranges::any_of(kWaitForChains, [&](const char* feature) {
    return std::ranges::find(wanted, feature) != wanted.end();
  });
  std::vector<model::Sample> samples;
  for (const CountedSample& one : counted) {
    if ((one.generator == kFamilyOfAssists && !counts_assists) ||
        (one.generator == kFamilyOfDelay && !waits_for_chains)) {
      continue;
    }
    const model::BoundFeatures bound =
        model::bind_features(one.kernel, one.bindings, traits, wanted, one.lens);
    if (bound.unknown.empty()) {
      samples.push_back(
          {one.name, one.generator, bound.values, one.usual_seconds, 1.0, one.pass_seconds});
    }
  }
  return samples;
}

model::ModelDefinition definition_on(std::string_view text, const model::DeviceTraits& traits) {
  const std::string_view name = text.substr(0, text.find("-p_"));
  const auto* const of_gpu = std::ranges::find(kModelsOfGpus, name, &ModelOfGpu::stored);
  if (!traits.is_gpu || of_gpu == kModelsOfGpus.end()) {
    return model::definition_of(text);
  }
  return model::definition_of(std::string(of_gpu->builtin) + std::string(text.substr(name.size())));
}

std::string stored_name_of(const std::string& builtin_model) {
  const auto* const found = std::ranges::find(kModelsOfGpus, builtin_model, &ModelOfGpu::builtin);
  return found == kModelsOfGpus.end() ? builtin_model : std::string(found->stored);
}

std::vector<model::FittedModel> fit_models(const std::vector<CountedSample>& counted,
                                           const model::DeviceTraits& traits,
                                           const std::vector<model::ModelDefinition>& definitions) {
  std::vector<model::FittedModel> fitted;
  fitted.reserve(definitions.size());
  for (const auto& definition : definitions) {
    const std::vector<model::Sample> samples = samples_for(definition, counted, traits);
    if (samples.empty() && code_for(definition)) {
      continue;
    }
    fitted.push_back(model::fit(with_measured_delay(definition, counted), samples));
  }
  return fitted;
}

}  // namespace clgauge::service
