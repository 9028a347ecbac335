
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

// The sizes of the request hold for every candidate that does not say otherwise.
nlohmann::json with_common_sizes(nlohmann::json candidate, const nlohmann::json& params) {
  if (const auto sizes = params.find("sizes"); sizes != params.end() && sizes->is_object()) {
    nlohmann::json merged = *sizes;
    merged.update(candidate.value("sizes", nlohmann::json::object()));
    candidate["sizes"] = std::move(merged);
  }
  return candidate;
}

nlohmann::json select(Daemon& /*daemon*/, Knowledge& knowledge, const nlohmann::json& params) {
  const nlohmann::json& list = candidates_of(params);
  const std::string device = text_param(params, "device");
  const std::string model = text_param(params, "model", kDefaultModel);
  const double shared_variance = knowledge.shared_variance(device, model);
  std::vector<std::string> names;
  std::vector<PredictionReport> reports;
  nlohmann::json ids = nlohmann::json::object();
  for (const auto& one : list) {
    const Knowledge::Kernel kernel = knowledge.kernel(kernel_query(with_common_sizes(one, params)));
    reports.push_back(knowledge.predict(kernel, device, model));
    names.push_back(text_param(one, "name", kernel.model->kernel));
    ids[names.back()] = kernel.id;
  }
  nlohmann::json result = model::to_json(ranked(names, reports, shared_variance));
  result["ids"] = std::move(ids);
  return result;
}

}  // namespace

const Method kSelectMethod{"select", quick, select};

}  // namespace clgauge::service
