#include <nlohmann/json.hpp>

#include "base/error.h"
#include "db/exchange/store_json.h"
#include "service/daemon/methods.h"

namespace clgauge::service {
namespace {

// Clients send what files hold, never where they lie.
nlohmann::json import_rows(Daemon& daemon, Knowledge& knowledge, const nlohmann::json& params) {
  const auto text = params.find("text");
  if (text == params.end() || !text->is_string()) {
    throw Error(ErrorKind::input,
                "params.text must be a piece of what clgauge export printed (docs/exchange.md)");
  }
  const std::string id =
      daemon.uploads.append(text_param(params, "upload"), text->get_ref<const std::string&>());
  if (!bool_param(params, "last", false)) {
    return {{"upload", id}};
  }
  TemporaryFile document = daemon.uploads.take(id);
  const db::RowCounts added = db::import_json(knowledge.store(), document.stream());
  ++daemon.changes;
  return {{"added", added}};
}

}  // namespace

const Method kImportMethod{"import", never_quick, import_rows};

}  // namespace clgauge::service
