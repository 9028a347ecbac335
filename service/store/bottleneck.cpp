#include "service/store/bottleneck.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "model/features.h"
#include "service/store/cost_group.h"
#include "service/store/feature_words.h"

namespace clgauge::service {
namespace {

// The first text that a feature's name holds says what it is (docs/models.md and lens.md list the
// names). Features, for everybody names the costs of an own model as he likes.
constexpr auto kWords = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"f_lens_simt_path_load", "waiting for loads (latency)"},
    {"f_lens_simt_path", "waiting for the results of operations (latency)"},
    {"f_lens_simt_memory", "lines from memory"},
    {"f_lens_simt_all_stored", "stores to the second cache"},
    {"f_lens_simt_stored", "stores to the second cache"},
    {"f_lens_simt_all_sectors", "lines from the second cache"},
    {"f_lens_simt_requests", "lines from the second cache"},
    {"f_lens_simt_all_requests", "lines from the second cache"},
    {"f_lens_simt_stalled", "waiting for the results of operations (latency)"},
    {"f_lens_simt_own_cycles", "issuing instructions"},
    {"f_lens_simt_hiding_cycles", "issuing instructions"},
    {"f_lens_simt_busy_cycles", "issuing instructions"},
    {"f_lens_simt_sectors", "lines from the second cache"},
    {"f_lens_simt_lines", "lines from the first cache"},
    {"f_lens_simt_issued", "issuing instructions"},
    {"f_lens_simt_multiply", "products of integers"},
    {"f_lens_simt_tried_seconds", "atomic updates"},
    {"f_simt_path_seconds", "waiting for loads (latency)"},
    {"f_simt_path", "waiting for the results of operations (latency)"},
    {"f_simt_memory", "lines from memory"},
    {"f_simt_all_stored", "stores to the second cache"},
    {"f_simt_issued", "issuing instructions"},
    {"f_simt_lines", "lines from the first cache"},
    {"_sectors", "lines from the second cache"},
    {"f_lens_simt_special", "reciprocals, roots and the like"},
    {"f_lens_simt_converted", "conversions"},
    {"_updates", "atomic updates"},
    {"f_mem_access_local", "local memory"},
    {"f_mem_access_private", "private memory"},
    {"f_mem_access_global", "global memory"},
    {"f_mem_access", "memory accesses"},
    {"f_bytes", "global memory"},
    {"_kernel_launch", "the launch itself"},
    {"_forks", "waking the other cores"},
    {"_groups", "starting work-groups"},
    {"_items", "starting work-items"},
    {"f_sync_", "barriers"},
    {"_barriers", "barriers"},
    {"f_barrier_steps", "barriers"},
    {"f_barrier_carried", "barriers"},
    {"f_lens_cycles", "cycles of the core"},
    {"_tlb_misses", "address translation (TLB)"},
    {"_page_", "address translation (TLB)"},
    {"_walk_waits", "address translation (TLB)"},
    {"_alias", "loads that wait for stores elsewhere"},
    {"_stored_again", "lines stored to again when the first cache has given them up"},
    {"_dram_waits", "waiting for lines from memory"},
    {"_l3_waits", "waiting for lines from the third cache"},
    {"_dram", "lines from memory"},
    {"_l3", "lines from the third cache"},
    {"_l2", "lines from the second cache"},
    {"_chain", "waiting for the results of operations (latency)"},
    {"_l1_conflicts", kFirstCacheConflicts},
    {"_non_temporal", "lines stored around the caches"},
    {"_ir_lines", "lines from the first cache"},
    {"atomic", "atomic updates"},
    {"_locked", "atomic updates"},
    {"_contended", "atomic updates"},
    {"_mispredictions", "branches that nobody foresees"},
    {"_assists", "denormal numbers"},
    {"spill", "values that have no register"},
    {"_split_accesses", "accesses that touch two lines"},
    {"_local", "local memory"},
    {"_private", "private arrays"},
    {"_gather", "gathers"},
    {"_scatter", "scattered stores"},
    {"_store", "stores"},
    {"_narrow", "loads by an index that may wrap"},
    {"_calls", "mathematical functions"},
    {"_uniform", "loads"},
    {"_unit", "loads"},
    {"f_barrier_inner", "loads"},
    {"f_loop_far", "loads"},
    {"f_loop_beside", "loads"},
    {"_iterations", "the loops themselves"},
    {"div", "divisions"},
    {"sqrt_", "square roots"},
    {"exp_", "mathematical functions"},
    {"log_", "mathematical functions"},
    {"trig_", "mathematical functions"},
    {"pow_", "mathematical functions"},
    {"_lone", "instructions of work-items alone"},
});

std::string_view words_of(std::string_view feature) {
  if (feature == "1") {
    return "a constant of the model";
  }
  const std::string_view words = words_in(kWords, feature);
  return words.empty() ? "arithmetic" : words;
}

// Whether a part of the time rests on a count that is an upper bound.
bool rests_on_bounds(const model::Prediction& prediction, const std::vector<std::string>& bounds) {
  return std::any_of(
      prediction.breakdown.begin(), prediction.breakdown.end(), [&](const model::CostShare& share) {
        return share.seconds > 0 &&
               std::find(bounds.begin(), bounds.end(), share.feature) != bounds.end();
      });
}

}  // namespace

std::optional<Bottleneck> bottleneck_of(const model::Prediction& prediction) {
  for (const model::CostShare& share : prediction.breakdown) {  // largest first
    if (!share.feature.empty() && share.seconds > 0) {          // "(combination)" has none
      return Bottleneck{share.cost, share.feature, share.seconds / prediction.seconds,
                        std::string(words_of(share.feature))};
    }
  }
  return std::nullopt;
}

Roof roof_over(const StoredModel* roofline, const collector::KernelModel& kernel,
               const collector::Bindings& bindings) {
  Roof roof;
  if (roofline == nullptr) {
    roof.missing = "the calibration has no model roofline: run clgauge fit";
    return roof;
  }
  try {
    const model::Predictor predictor(roofline->fitted);
    const model::BoundFeatures bound =
        model::bind_features(kernel, bindings, roofline->traits, predictor.features());
    if (!bound.unknown.empty()) {
      roof.missing =
          fmt::format("{} depend{} on data, or on a size that has no value",
                      fmt::join(bound.unknown, ", "), bound.unknown.size() == 1 ? "s" : "");
      return roof;
    }
    const model::Prediction least = predictor.predict(bound.values);
    if (!least.unsupported.empty()) {
      roof.missing =
          fmt::format("the calibration does not determine {}: calibrate with more effort",
                      fmt::join(least.unsupported, ", "));
      return roof;
    }
    roof.bound = dominant_group(least);
    roof.is_upper_bound = rests_on_bounds(least, bound.upper_bounds);
    roof.seconds = least.seconds;
  } catch (const Error& error) {
    roof.missing = error.what();
  }
  return roof;
}

nlohmann::json to_json(const PredictionReport& report, const Roof& roof) {
  nlohmann::json json = to_json(report);
  if (const auto bound = bottleneck_of(report.prediction)) {
    json["bound_by"] = {{"cost", bound->cost},
                        {"feature", bound->feature},
                        {"share", bound->share},
                        {"words", bound->words}};
  }
  if (!roof.missing.empty()) {
    json["roof"] = {{"missing", roof.missing}};
  } else {
    json["roof"] = {{"seconds", roof.seconds},
                    {"bound", roof.bound},
                    {"distance", report.prediction.seconds / roof.seconds},
                    {"is_upper_bound", roof.is_upper_bound}};
  }
  return json;
}

}  // namespace clgauge::service
