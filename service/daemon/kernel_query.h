#pragma once

#include <optional>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "collector/kernel/launch.h"
#include "collector/source.h"

namespace clgauge::service {

// The kernel a request asks about (docs/protocol.md): one that the daemon has counted before, by
// the id that `count` gave, or OpenCL C with its launch.
struct KernelQuery {
  std::string id;  // empty: `source` and the rest
  collector::Source source;
  std::string kernel;
  collector::LaunchDescription launch;
  collector::Bindings sizes;  // of "sizes", and the integers of "args"
};

// Throws Error(input) that names the member. Build options that reach files are refused: a client
// must not make the daemon read what it could not read itself.
[[nodiscard]] KernelQuery kernel_query(const nlohmann::json& params);

}  // namespace clgauge::service
