#pragma once

#include <memory>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "collector/kernel/kernel_model.h"
#include "collector/kernel/launch.h"
#include "collector/source.h"

namespace clgauge::service {

// The kernel a request asks about (docs/protocol.md): one that the daemon has counted before, by
// the id that `count` gave, one that the client has had counted, or OpenCL C with its launch.
struct KernelQuery {
  std::string id;  // empty: `kernel_model`, or `source` and the rest
  std::shared_ptr<const collector::KernelModel> kernel_model;
  collector::Source source;
  std::string kernel;
  collector::LaunchDescription launch;
  collector::Bindings sizes;  // of "sizes", and the integers of "args"
};

// Throws Error(input) that names the member. Build options that reach files are refused: a client
// must not make the daemon read what it could not read itself.
[[nodiscard]] KernelQuery kernel_query(const nlohmann::json& params);

// The member "sizes" of a request; empty when there is none. Throws Error(input).
[[nodiscard]] collector::Bindings sizes_param(const nlohmann::json& params);

}  // namespace clgauge::service
