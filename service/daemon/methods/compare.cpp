#include <nlohmann/json.hpp>

#include "base/error.h"
#include "service/daemon/methods.h"
#include "service/engine/comparison.h"

namespace clgauge::service {
namespace {

nlohmann::json compare_devices(Daemon& /*daemon*/, Knowledge& knowledge,
                               const nlohmann::json& params) {
  const auto found = params.find("devices");
  if (found == params.end() || !found->is_array()) {
    throw Error(ErrorKind::input, "params.devices must be an array of ids or names");
  }
  std::vector<std::string> selectors;
  for (const auto& one : *found) {
    if (!one.is_string()) {
      throw Error(ErrorKind::input, "params.devices must be an array of ids or names");
    }
    selectors.push_back(one.get<std::string>());
  }
  return to_json(compare(knowledge.store(), selectors, text_param(params, "model", kDefaultModel)));
}

}  // namespace

const Method kCompareMethod{"compare", never_quick, compare_devices};

}  // namespace clgauge::service
