#include "service/engine/calibrator.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/hash.h"
#include "db/calibration_table.h"
#include "db/device_table.h"
#include "db/sample_table.h"
#include "lens/process/client.h"
#include "microbench/geometry/gpu_geometry.h"
#include "microbench/geometry/measure_geometry.h"
#include "microbench/geometry/measure_streams.h"
#include "microbench/plan.h"
#include "microbench/worker/client.h"
#include "model/builtin/builtin.h"
#include "service/engine/device_geometry.h"
#include "service/engine/device_portrait.h"
#include "service/engine/device_record.h"
#include "service/engine/fitting.h"
#include "service/engine/kernel_objects.h"
#include "service/engine/renewal.h"
#include "service/engine/sample_record.h"
#include "service/store/answer.h"
#include "service/store/cost_group.h"
#include "service/store/pace.h"
#include "service/store/sampled_kernels.h"
#include "service/store/stored_model.h"

namespace clgauge::service {
namespace {

using How = CalibrationOutcome::How;

// Of a calibration of chosen kernels.
constexpr const char* kFilterProvenance = "filter";
constexpr const char* kEffortProvenance = "effort";

microbench::Plan plan_for(const CalibrationRequest& request, const device::Identity& device) {
  const microbench::Effort effort = microbench::effort_from(request.effort);
  return request.filter.empty() ? microbench::make_plan(effort, device)
                                : microbench::make_plan(request.filter, effort, device);
}

// A calibration of chosen kernels only must never pass for a whole one: whatever is asked of the
// store prefers any other to it.
std::string effort_name(const CalibrationRequest& request) {
  return request.filter.empty() ? request.effort : db::kPartialEffort;
}

// Two plans with the same hash measure the same things in the same way.
std::string hash_of_plan(const microbench::Plan& plan) {
  std::string text = std::to_string(plan.passes) + '\n';
  for (const auto& group : plan.groups) {
    for (const auto& kernel : group.kernels) {
      text += kernel.name + '\n' + microbench::to_json(kernel.job).dump() + '\n';
    }
  }
  return hash_of({text});
}

// Empty where no lens says it: then none looks at code, either.
std::string processor_of(const device::Identity& device) {
  try {
    return device.type == "cpu" ? lens::processor_here() : "";
  } catch (const Error&) {
    return {};
  }
}

db::CalibrationRow start(db::Store& store, const device::Identity& device,
                         const CalibrationRequest& request, const std::string& plan_hash,
                         const std::map<std::string, std::string>& geometry) {
  db::CalibrationTable table(store);
  db::CalibrationRow row;
  row.device_version_uid = db::DeviceTable(store).upsert(device_row(device));
  row.effort = effort_name(request);
  row.plan_hash = plan_hash;
  row.provenance = device::provenance();
  if (const std::string processor = processor_of(device); !processor.empty()) {
    row.provenance[kProcessorProvenance] = processor;
  }
  row.provenance.insert(geometry.begin(), geometry.end());
  if (!request.filter.empty()) {
    row.provenance[kFilterProvenance] = request.filter;
    row.provenance[kEffortProvenance] = request.effort;
  }
  row.uid = table.start(row);
  return row;
}

std::optional<db::CalibrationRow> to_resume(db::Store& store, const device::Identity& device,
                                            const CalibrationRequest& request,
                                            const std::string& plan_hash) {
  return request.force ? std::nullopt
                       : db::CalibrationTable(store).resumable(device.id, device.driver,
                                                               effort_name(request), plan_hash);
}

// What a new calibration says of the device's caches and TLBs: measured, or, where only a part of
// one is renewed, as that says; of chosen kernels only, what the system reports. Nothing when
// `stop` became true.
std::optional<std::map<std::string, std::string>> geometry_for(
    db::Store& store, const device::Identity& device, const CalibrationRequest& request,
    const std::vector<std::string>& complete, const std::atomic<bool>& stop) {
  std::map<std::string, std::string> provenance;
  if (!request.renew.empty()) {
    const auto renewed = db::CalibrationTable(store).find(complete.front());
    for (const char* part : {kTraitsProvenance, kGeometryProvenance}) {
      const auto found = renewed->provenance.find(part);
      if (found != renewed->provenance.end()) {
        provenance.insert(*found);
      }
    }
    if (!provenance.empty()) {
      static_cast<void>(geometry_in(provenance));  // damaged: said before anything is measured
      return provenance;
    }
  }
  DeviceGeometry geometry;
  geometry.reported = traits_of(device_row(device));
  if (request.filter.empty()) {
    const auto measured = microbench::measure_geometry(device, stop);
    if (!measured) {
      return std::nullopt;
    }
    geometry.curves = measured->curves;
    if (has_last_cache_beyond_walks(geometry.reported)) {
      const auto streams = microbench::measure_streams(device, stop);
      if (!streams) {
        return std::nullopt;
      }
      geometry.curves.streams = *streams;
    }
    geometry.seen = geometry.reported.is_gpu ? microbench::gpu_geometry_of(measured->curves)
                                             : microbench::geometry_of(measured->curves);
    provenance[kGeometryProvenance] = to_json(geometry).dump();
  }
  provenance[kTraitsProvenance] = to_json(traits_from(geometry)).dump();
  return provenance;
}

std::vector<std::string> complete_with(db::Store& store, const device::Identity& device,
                                       const CalibrationRequest& request,
                                       const std::string& plan_hash) {
  db::CalibrationFilter same;
  same.device_id = device.id;
  same.driver = device.driver;
  same.effort = effort_name(request);
  same.plan_hash = plan_hash;
  same.state = db::CalibrationState::complete;
  std::vector<std::string> uids;
  for (const auto& row : db::CalibrationTable(store).list(same)) {
    uids.push_back(row.uid);
  }
  return uids;
}

void count_samples(db::Store& store, CalibrationOutcome& outcome) {
  for (const auto& sample : db::SampleTable(store).list(outcome.calibration_uid)) {
    if (is_reference(sample.micro_kernel)) {
      continue;
    }
    ++outcome.samples;
    outcome.failed += sample.status == "ok" ? 0U : 1U;
  }
}

}  // namespace

CalibrationOutcome calibrate(db::Store& store, const device::Identity& device,
                             const CalibrationRequest& request, const std::atomic<bool>& stop,
                             const CalibrationListener& listener) {
  const microbench::Plan plan = plan_for(request, device);
  const std::string plan_hash = hash_of_plan(plan);
  const std::vector<std::string> renewed_tags = tags_of_groups(request.renew);
  CalibrationOutcome outcome;
  const auto complete = complete_with(store, device, request, plan_hash);
  if (!request.renew.empty() && complete.empty()) {
    throw Error(ErrorKind::usage, device.name + ": there is no complete calibration of effort " +
                                      effort_name(request) +
                                      " to renew a part of: calibrate the whole first");
  }
  if (!request.force && !request.another && request.renew.empty()) {
    if (!complete.empty()) {
      outcome.how = How::reused;
      outcome.calibration_uid = complete.front();
      count_samples(store, outcome);
      return outcome;
    }
  }
  auto resumed = to_resume(store, device, request, plan_hash);
  if (!resumed) {
    if (listener.progress) {
      microbench::Progress progress;
      progress.total = plan.size();
      progress.kernel = "caches and TLBs";
      listener.progress(progress);
    }
    const auto geometry = geometry_for(store, device, request, complete, stop);
    if (!geometry) {
      outcome.how = How::interrupted;
      return outcome;
    }
    resumed = start(store, device, request, plan_hash, *geometry);
  }
  const db::CalibrationRow& calibration = *resumed;
  outcome.calibration_uid = calibration.uid;
  if (!request.renew.empty()) {
    keep_samples_of_others(store, plan, complete.front(), calibration.uid, renewed_tags);
  }

  db::SampleTable samples(store);
  const auto there = samples.sampled(calibration.uid);
  const auto keep = [&](const microbench::MicroKernel& kernel,
                        const microbench::Measurement& measured) {
    const std::string kernel_uid = samples.upsert_micro_kernel(micro_kernel_row(kernel));
    samples.add(sample_row(calibration.uid, kernel_uid, measured));
    keep_object(store, device, kernel.job, measured);
  };
  microbench::CalibrationHooks hooks;
  hooks.passes_done = [&](const auto& kernel) {
    const auto found = there.find(kernel.name);
    if (found == there.end()) {
      return std::size_t{0};
    }
    return found->second.failed > 0 ? microbench::kNoMorePasses : found->second.samples;
  };
  hooks.sink = [&](const auto& kernel, const auto& measured) {
    keep(kernel, measured);
    if (listener.sample) {
      listener.sample(kernel, measured);
    }
  };
  hooks.reference = [&](const auto& kernel, const auto& measured) {
    microbench::MicroKernel renamed = kernel;
    renamed.name = reference_name(kernel.name);
    keep(renamed, measured);
  };
  hooks.progress = listener.progress;
  microbench::WorkerClient worker;
  const microbench::CalibrationOutcome run = microbench::run_plan(plan, worker, hooks, stop);
  outcome.resumed_samples = run.resumed;
  count_samples(store, outcome);
  if (run.stopped) {
    outcome.how = How::interrupted;
    return outcome;
  }
  if (!run.gave_up.empty()) {
    throw Error(ErrorKind::device,
                device.name + ": calibration ended early: " + run.gave_up +
                    "; what was measured is kept: mend the driver and calibrate again");
  }
  if (outcome.samples == outcome.failed) {
    throw Error(ErrorKind::device, device.name +
                                       ": not one measurement kernel ran: see `clgauge microbench "
                                       "run empty` for the driver's reason");
  }
  if (run.out_of_time) {
    outcome.notes.push_back("the time of effort " + request.effort +
                            " was up before every kernel had been measured in all passes: of a "
                            "machine that does other work, costs are less sure");
  }
  if (const auto geometry = geometry_in(calibration.provenance)) {
    const auto disputes = disputes_of(*geometry);
    outcome.notes.insert(outcome.notes.end(), disputes.begin(), disputes.end());
    outcome.notes.push_back(summary_of(*geometry));
  }
  if (const auto drift = run.drift.summary(); !drift.empty()) {
    outcome.notes.push_back(drift);
  }
  if (const auto cores = run.drift.summary_of_cores(); !cores.empty()) {
    outcome.notes.push_back(cores);
  }
  if (const auto row = db::CalibrationTable(store).find(calibration.uid)) {
    if (const auto slow = slowness(pace_of(store, *row)); !slow.empty()) {
      outcome.notes.push_back(slow);
    }
  }
  outcome.models = refit(store, calibration.uid);
  if (request.filter.empty() && std::ranges::none_of(outcome.models, [](const auto& fitted) {
        return fitted.name == kLensModel || fitted.name == kLensIrModel;
      })) {
    outcome.notes.push_back(
        "no model of compiled code could be fitted, so the source alone answers: "
        "`clgauge fit --model lens` says why");
  }
  db::CalibrationTable(store).finish(calibration.uid, db::CalibrationState::complete);
  return outcome;
}

std::vector<std::string> reusable_calibrations(db::Store& store, const device::Identity& device,
                                               const CalibrationRequest& request) {
  return complete_with(store, device, request, hash_of_plan(plan_for(request, device)));
}

std::optional<CalibrationRequest> request_of(const db::CalibrationRow& calibration) {
  CalibrationRequest request;
  request.effort = calibration.effort;
  if (calibration.effort == db::kPartialEffort) {
    const auto& provenance = calibration.provenance;
    const auto filter = provenance.find(kFilterProvenance);
    const auto effort = provenance.find(kEffortProvenance);
    if (filter == provenance.end() || effort == provenance.end()) {
      return std::nullopt;
    }
    request.filter = filter->second;
    request.effort = effort->second;
  }
  return request;
}

namespace {

// Host processors without an object have lost it, or hide it: their models stay what they are.
bool shows_no_code(db::Store& store, const std::string& calibration_uid,
                   const std::vector<CountedSample>& samples) {
  const auto calibration = db::CalibrationTable(store).find(calibration_uid);
  const auto device = db::DeviceTable(store).find_version(calibration->device_version_uid);
  return device && device->type != "cpu" &&
         std::all_of(samples.begin(), samples.end(),
                     [](const CountedSample& sample) { return sample.lens.empty(); });
}

}  // namespace

std::vector<model::FittedModel> refit(db::Store& store, const std::string& calibration_uid) {
  const model::DeviceTraits traits = traits_of_calibration(store, calibration_uid);
  std::vector<model::ModelDefinition> definitions = model::builtin_models();
  const char* const of_others = traits.is_gpu ? kDefaultModel : kSourceSimtModel;
  std::erase_if(definitions,
                [&](const auto& one) { return one.name == kLensIrModel || one.name == of_others; });
  const auto samples = counted_samples(store, calibration_uid, definitions);
  auto models = fit_models(samples, traits, definitions);
  if (shows_no_code(store, calibration_uid, samples)) {
    const std::vector<model::ModelDefinition> lens_ir{model::builtin_model(kLensIrModel)};
    auto more = fit_models(counted_samples(store, calibration_uid, lens_ir), traits, lens_ir);
    models.insert(models.end(), more.begin(), more.end());
  }
  for (auto& fitted : models) {
    fitted.name = stored_name_of(fitted.name);
    const std::string uid = save_model(store, calibration_uid, fitted, traits);
    if (fitted.name == kDefaultModel) {
      keep_portrait(store, uid, portrait_of(samples, fitted, traits));
    }
  }
  return models;
}

}  // namespace clgauge::service
