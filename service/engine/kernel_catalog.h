#pragma once

#include <optional>
#include <string>

#include "collector/kernel/kernel_model.h"
#include "collector/kernel/launch.h"
#include "collector/source.h"
#include "db/store.h"

namespace clgauge::service {

// Kernel models by source, which is kept with them (db::KernelCache::source_of(source_hash)): from
// the store's cache when this source, these options and this launch shape were collected before by
// this collector version, else from the collector. The values of arguments are no part of the shape
// (but the sign is): one model serves all sizes. Not thread-safe.
class KernelCatalog {
 public:
  explicit KernelCatalog(db::Store& store) : store_(store) {}

  // Throws what collector::collect() throws. A store that cannot be written costs the cache only.
  [[nodiscard]] collector::KernelModel collect(const collector::Source& source,
                                               const std::string& kernel,
                                               const collector::LaunchDescription& launch);

  // As collect(), but where the model is not exact at the launch's sizes, with what walking through
  // the launch counted (KernelModel::walked), kept per sizes.
  [[nodiscard]] collector::KernelModel collect_at_sizes(const collector::Source& source,
                                                        const std::string& kernel,
                                                        const collector::LaunchDescription& launch);

  // What collect() kept under this key (catalog_key); nothing when there is none that can be read.
  [[nodiscard]] std::optional<collector::KernelModel> find(const std::string& key);

 private:
  collector::KernelModel through_cache(const collector::Source& source, const std::string& kernel,
                                       const collector::LaunchDescription& launch,
                                       const std::string& key);
  db::Store& store_;
};

// Whether what becomes of the source may be kept by its text: what a header holds is no part of
// that.
[[nodiscard]] bool may_be_cached(const collector::Source& source);

// What identifies a kernel under a launch shape, across runs and machines: db::KernelRow::key.
[[nodiscard]] std::string catalog_key(const collector::Source& source, const std::string& kernel,
                                      const collector::LaunchDescription& launch);

}  // namespace clgauge::service
