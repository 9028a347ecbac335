
#include <algorithm>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "service/daemon/methods.h"

namespace clgauge::service {
namespace {

constexpr std::size_t kMostCandidates = 1000;

const nlohmann::json& candidates_of(const nlohmann::json& params) {
  const auto found = params.find("candidates");
  if (found == params.end() || !found->is_array() || found->empty() ||
      found->size() > kMostCandidates) {
    throw Error(ErrorKind::input, "params.candidates must be an array of 1 to 1000 kernels");
  }
  for (const auto& candidate : *found) {
    if (!candidate.is_object()) {
      throw Error(ErrorKind::input, "params.candidates must hold objects");
    }
  }
  return *found;
}

bool quick(Knowledge& knowledge, const nlohmann::json& params) {
  const auto found = params.find("candidates");
  return found == params.end() || !found->is_array() || found->size() > kMostCandidates ||
         std::all_of(found->begin(), found->end(), [&](const nlohmann::json& candidate) {
           return !candidate.is_object() || quick_when_known(knowledge, candidate);
         });
}

nlohmann::json select(Daemon& /*daemon*/, Knowledge& knowledge, const nlohmann::json& params) {
  const nlohmann::json& list = candidates_of(params);
  const std::string device = text_param(params, "device");
  const std::string model = text_param(params, "model", kDefaultModel);
  model::SelectionOptions options;
  options.shared_variance = knowledge.shared_variance(device, model);
  const collector::Bindings common = sizes_param(params);
  std::vector<model::Candidate> candidates;
  nlohmann::json ids = nlohmann::json::object();
  for (const auto& one : list) {
    KernelQuery query = kernel_query(one);
    query.sizes.insert(common.begin(), common.end());  // a candidate's own go before
    const Knowledge::Kernel kernel = knowledge.kernel(query);
    const Knowledge::Estimate estimate = knowledge.estimate(kernel, device, model);
    if (estimate.tier != Knowledge::kModelTier) {
      options.shared_variance = 0;  // what has been observed shares no error with the rest
    }
    candidates.push_back({text_param(one, "name", kernel.model->kernel), estimate.time.seconds,
                          estimate.time.log_sigma});
    ids[candidates.back().name] = kernel.id;
  }
  nlohmann::json result = model::to_json(model::select(candidates, options));
  result["ids"] = std::move(ids);
  return result;
}

}  // namespace

const Method kSelectMethod{"select", quick, select};

}  // namespace clgauge::service
