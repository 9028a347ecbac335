#include <nlohmann/json.hpp>

#include "service/daemon/methods.h"
#include "service/engine/comparison.h"

namespace clgauge::service {
namespace {

nlohmann::json compare_devices(Daemon& /*daemon*/, Knowledge& knowledge,
                               const nlohmann::json& params) {
  const std::vector<std::string> selectors = texts_param(params, "devices");
  return to_json(compare(knowledge.store(), selectors, text_param(params, "model", kDefaultModel)));
}

}  // namespace

const Method kCompareMethod{"compare", never_quick, compare_devices};

}  // namespace clgauge::service
