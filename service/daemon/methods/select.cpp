
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
  const collector::Bindings common = sizes_param(params);
  std::vector<Knowledge::Kernel> kernels;
  std::vector<std::string> names;
  nlohmann::json ids = nlohmann::json::object();
  for (const auto& one : list) {
    KernelQuery query = kernel_query(one);
    query.sizes.insert(common.begin(), common.end());  // a candidate's own go before
    kernels.push_back(knowledge.kernel(query));
    names.push_back(text_param(one, "name", kernels.back().model->kernel));
    if (ids.contains(names.back())) {
      throw Error(ErrorKind::input, "params.candidates has two of the name " + names.back() +
                                        ": give each a \"name\" of its own");
    }
    ids[names.back()] = kernels.back().id;
  }
  std::vector<Knowledge::Estimate> estimates;
  Knowledge::estimate_by_one_model(
      kernels.size(), text_param(params, "model", kBestModel),
      [&](std::size_t i, std::string_view model) {
        return knowledge.estimate(kernels[i], device, model);
      },
      estimates);
  std::vector<model::Candidate> candidates;
  for (std::size_t i = 0; i < names.size(); ++i) {
    candidates.push_back({names[i], estimates[i].time.seconds, estimates[i].time.log_sigma});
  }
  const model::Selection selection =
      model::select(candidates, knowledge.selection_options(estimates, device));
  nlohmann::json result = model::to_json(selection);
  for (std::size_t i = 0; i < selection.ranked.size(); ++i) {
    result["ranked"][i]["unsupported"] = estimates[selection.ranked[i].index].unsupported;
  }
  result["ids"] = std::move(ids);
  result["model"] = estimates.front().model;
  return result;
}

}  // namespace

const Method kSelectMethod{"select", quick, select};

}  // namespace clgauge::service
