#include "base/generated/version.h"

#include <nlohmann/json.hpp>

#include "service/daemon/methods.h"
#include "service/protocol/store_identity.h"

namespace clgauge::service {
namespace {

nlohmann::json version(Daemon& daemon, Knowledge& /*knowledge*/, const nlohmann::json& /*params*/) {
  return {{"clgauge", CLGAUGE_VERSION},
          {"protocol", kProtocolVersion},
          {"store", daemon.store_path.string()},
          {"store_file", store_identity(daemon.store_path)},
          {"methods", method_names()}};
}

}  // namespace

const Method kVersionMethod{"version", always_quick, version};

}  // namespace clgauge::service
