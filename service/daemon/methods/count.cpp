#include <nlohmann/json.hpp>

#include "base/error.h"
#include "service/daemon/methods.h"
#include "service/engine/locality_report.h"

namespace clgauge::service {
namespace {

// "locality": {} or {"line_bytes", "sub_group_size"}; nothing when it is not asked for.
std::optional<collector::LocalityOptions> locality_options(const nlohmann::json& params) {
  const auto found = params.find("locality");
  if (found == params.end()) {
    return std::nullopt;
  }
  collector::LocalityOptions options;
  for (const auto& [name, value] : found->items()) {
    const bool is_line = name == "line_bytes";
    if (!found->is_object() || !value.is_number_integer() ||
        (!is_line && name != "sub_group_size")) {
      throw Error(ErrorKind::input,
                  "params.locality may hold the integers line_bytes and sub_group_size: see "
                  "docs/protocol.md");
    }
    value.get_to(is_line ? options.line_bytes : options.sub_group_size);
  }
  return options;
}

nlohmann::json count(Daemon& /*daemon*/, Knowledge& knowledge, const nlohmann::json& params) {
  const auto locality = locality_options(params);
  const Knowledge::Kernel kernel = knowledge.kernel_at_sizes(kernel_query(params));
  nlohmann::json result = collector::count_report(*kernel.model, kernel.sizes);
  if (locality) {
    result["locality"] = locality_report(*kernel.model, kernel.sizes, *locality);
  }
  result["id"] = kernel.id;
  result["refusals"] = kernel.model->refusals;
  return result;
}

}  // namespace

const Method kCountMethod{"count", quick_when_known, count};

}  // namespace clgauge::service
