#include "service/engine/kernel_catalog.h"

#include <optional>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "collector/process/client.h"
#include "collector/version.h"
#include "db/kernel_cache.h"

namespace clgauge::service {
namespace {

// The values of arguments do not change a symbolic model; the shape and the assumptions do. But the
// analysis may fall back to counting at the given sizes, so models are kept per sizes, too.
std::string launch_shape(const collector::LaunchDescription& launch) {
  return nlohmann::json({{"global", launch.global},
                         {"local", launch.local},
                         {"args", launch.args},
                         {"assumptions", launch.assumptions}})
      .dump();
}

// What a header holds is not part of the key, so sources with headers are collected afresh.
bool may_be_cached(const collector::Source& source) {
  return source.text.find("#include") == std::string::npos &&
         source.text.find("# include") == std::string::npos;
}

std::optional<collector::KernelModel> cached_model(db::KernelCache& cache, const std::string& key) {
  const auto row = cache.get(key);
  if (!row) {
    return std::nullopt;
  }
  try {
    return collector::kernel_model_from_json(nlohmann::json::parse(row->model));
  } catch (const std::exception&) {
    return std::nullopt;  // damaged or of another form: collect again and replace it
  }
}

}  // namespace

std::string catalog_key(const collector::Source& source, const std::string& kernel,
                        const collector::LaunchDescription& launch) {
  return db::kernel_key(source.text, source.options, kernel, collector::kCollectorVersion,
                        launch_shape(launch));
}

collector::KernelModel KernelCatalog::collect(const collector::Source& source,
                                              const std::string& kernel,
                                              const collector::LaunchDescription& launch) {
  if (!may_be_cached(source)) {
    return collector::collect_in_process(source, kernel, launch);
  }
  db::KernelCache cache(store_);
  const std::string key = catalog_key(source, kernel, launch);
  if (auto model = cached_model(cache, key)) {
    return *model;
  }
  collector::KernelModel model = collector::collect_in_process(source, kernel, launch);
  try {
    cache.put({key, model.kernel, collector::kCollectorVersion, to_json(model).dump(), {}});
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::store) {
      throw;
    }
  }
  return model;
}

}  // namespace clgauge::service
