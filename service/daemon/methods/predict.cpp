#include <nlohmann/json.hpp>

#include "service/daemon/methods.h"

namespace clgauge::service {
namespace {

PredictionReport report_of(Knowledge& knowledge, const Knowledge::Kernel& kernel,
                           const nlohmann::json& params, LookDepth depth) {
  return knowledge.predict(kernel, text_param(params, "device"),
                           text_param(params, "model", kBestModel), depth);
}

nlohmann::json predict(Daemon& /*daemon*/, Knowledge& knowledge, const nlohmann::json& params) {
  const Knowledge::Kernel kernel = knowledge.kernel(kernel_query(params));
  const PredictionReport report = report_of(knowledge, kernel, params, LookDepth::counts);
  if (bool_param(params, "brief", false)) {
    return {{"seconds", report.prediction.seconds},
            {"interval", {report.prediction.low, report.prediction.high}},
            {"coverage", report.prediction.coverage},
            {"model", report.model},
            {"tier", report.tier}};
  }
  nlohmann::json result = to_json(report);
  result["id"] = kernel.id;
  return result;
}

nlohmann::json explain(Daemon& /*daemon*/, Knowledge& knowledge, const nlohmann::json& params) {
  const Knowledge::Kernel kernel = knowledge.kernel(kernel_query(params));
  const PredictionReport report = report_of(knowledge, kernel, params, LookDepth::loops);
  nlohmann::json result = to_json(report, knowledge.roof(kernel, text_param(params, "device")));
  result["id"] = kernel.id;
  return result;
}

}  // namespace

const Method kPredictMethod{"predict", quick_when_known, predict};
const Method kExplainMethod{"explain", quick_when_known, explain};

}  // namespace clgauge::service
