#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "device/device.h"
#include "device/session.h"
#include "microbench/job.h"

namespace clgauge::microbench {

// Finds what the device's compiler made of a kernel. Most drivers give it as the program binary.
// PoCL compiles at enqueue, for the launch's work-group size, and loads the code as a shared
// library: the one that the first launch adds to this process. It loads a library once, so what
// earlier launches added is remembered. Not thread-safe.
class ObjectFinder {
 public:
  // Whether there is no object before a first launch.
  [[nodiscard]] static bool needs_launch(const device::Identity& device);

  // Around the first launch of every job, whether its object is asked for or not.
  void before_launch();
  void after_launch(const Job& job);

  // After those. Nothing when the driver shows no object.
  [[nodiscard]] std::optional<CompiledObject> find(const Job& job, const device::Identity& device,
                                                   const device::Kernel& kernel) const;

 private:
  [[nodiscard]] std::optional<CompiledObject> loaded_library(const Job& job) const;

  std::set<std::string> libraries_before_;
  // Code may differ by the size of the grid (PoCL: 32-bit indices where they suffice), so the same
  // grid goes before any other.
  using Grid = std::array<std::size_t, 3>;
  struct Known {
    std::map<Grid, std::string> path_by_grid;
    std::string newest_path;
  };
  std::map<std::string, Known> known_;
};

}  // namespace clgauge::microbench
