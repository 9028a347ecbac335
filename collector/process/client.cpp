#include "collector/process/client.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/base64.h"
#include "base/child_process.h"
#include "base/companion.h"
#include "base/error.h"
#include "collector/process/protocol.h"

namespace clgauge::collector {
namespace {

ErrorKind kind_named(const std::string& name) {
  for (const ErrorKind kind :
       {ErrorKind::usage, ErrorKind::input, ErrorKind::unsupported, ErrorKind::timeout}) {
    if (name == name_of(kind)) {
      return kind;
    }
  }
  return ErrorKind::internal;
}

// JSON is UTF-8; sources are often Latin-1, and then only their comments matter.
std::string dump_text(const nlohmann::json& request) {
  return request.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

// One request, one answer; `source_name` is for messages.
nlohmann::json ask(const nlohmann::json& request, const std::string& source_name,
                   const CollectLimits& limits) {
  const ChildLimits child_limits{limits.wall_seconds, limits.memory_bytes};
  const ChildResult child =
      run_child(find_companion("clgauge-collector", "CLGAUGE_COLLECTOR", "collector"), {},
                dump_text(request), child_limits);
  if (child.timed_out) {
    throw Error(ErrorKind::timeout,
                fmt::format("{}: the analysis took more than {:g} s and was stopped: simplify the "
                            "kernel, or give numbers where sizes are symbols",
                            source_name, limits.wall_seconds));
  }
  auto answer = nlohmann::json::parse(child.output, nullptr, false);
  if (!answer.is_object()) {
    throw Error(ErrorKind::internal,
                fmt::format("{}: the analysis {}; it may use {} MiB: simplify the kernel",
                            source_name, describe_end(child), limits.memory_bytes >> 20U),
                child.errors);
  }
  if (const auto error = answer.find("error"); error != answer.end()) {
    throw Error(kind_named(error->value("kind", "")), error->value("message", "unknown error"),
                error->value("detail", ""));
  }
  return answer;
}

}  // namespace

KernelModel collect_in_process(const Source& source, const std::string& kernel,
                               const LaunchDescription& launch, const CollectLimits& limits) {
  const nlohmann::json request = to_json(CollectRequest{source, kernel, launch});
  return kernel_model_from_json(ask(request, source.name, limits).at("model"));
}

StrippedKernel strip_in_process(const Source& source, const std::string& kernel,
                                const StripOptions& options, const CollectLimits& limits) {
  const nlohmann::json request = to_json(StripRequest{source, kernel, options});
  return stripped_kernel_from_json(ask(request, source.name, limits).at("stripped"));
}

std::string bitcode_in_process(const Source& source, const std::string& kernel,
                               const CollectLimits& limits) {
  const nlohmann::json request = to_json(BitcodeRequest{source, kernel});
  return from_base64(ask(request, source.name, limits).at("bitcode").get<std::string>());
}

}  // namespace clgauge::collector
