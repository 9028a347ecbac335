#include <nlohmann/json.hpp>

#include "service/daemon/methods.h"

namespace clgauge::service {
namespace {

nlohmann::json count(Daemon& /*daemon*/, Knowledge& knowledge, const nlohmann::json& params) {
  const Knowledge::Kernel kernel = knowledge.kernel(kernel_query(params));
  nlohmann::json result = collector::count_report(*kernel.model, kernel.sizes);
  result["id"] = kernel.id;
  result["refusals"] = kernel.model->refusals;
  return result;
}

}  // namespace

const Method kCountMethod{"count", quick_when_known, count};

}  // namespace clgauge::service
