#include "service/engine/kernel_catalog.h"

#include <optional>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "collector/kernel/launch_json.h"
#include "collector/kernel/launch_parser.h"
#include "collector/process/client.h"
#include "collector/version.h"
#include "db/kernel_cache.h"

namespace clgauge::service {
namespace {

// What the collector gets to see of a launch: a model is symbolic in the arguments, so it serves
// all their values, but the collector wants to know which of them are negative.
collector::LaunchDescription symbolic_launch(const collector::LaunchDescription& launch) {
  collector::LaunchDescription shape = launch;
  shape.args.clear();
  for (const auto& [name, value] : collector::argument_values(launch)) {
    if (value < 0) shape.args[name] = std::to_string(value);
  }
  return shape;
}

std::string text_of(const collector::LaunchDescription& launch) {
  return to_json(launch).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace

// There are many ways to write the directive, so the word alone decides.
bool may_be_cached(const collector::Source& source) {
  return source.text.find("include") == std::string::npos &&
         source.options.find("include") == std::string::npos;
}

std::string catalog_key(const collector::Source& source, const std::string& kernel,
                        const collector::LaunchDescription& launch) {
  return db::kernel_key(source.text, source.options, kernel, collector::collector_version(),
                        text_of(symbolic_launch(launch)));
}

std::optional<collector::KernelModel> KernelCatalog::find(const std::string& key) {
  const auto row = db::KernelCache(store_).get(key);
  if (!row) {
    return std::nullopt;
  }
  try {
    return collector::kernel_model_from_json(nlohmann::json::parse(row->model));
  } catch (const std::exception&) {
    return std::nullopt;  // damaged or of another form: collect again and replace it
  }
}

collector::KernelModel KernelCatalog::collect(const collector::Source& source,
                                              const std::string& kernel,
                                              const collector::LaunchDescription& launch) {
  return through_cache(source, kernel, symbolic_launch(launch),
                       catalog_key(source, kernel, launch));
}

collector::KernelModel KernelCatalog::collect_at_sizes(const collector::Source& source,
                                                       const std::string& kernel,
                                                       const collector::LaunchDescription& launch) {
  collector::KernelModel model = collect(source, kernel, launch);
  if (!gains_from_sizes(model) && !broken_assumption(model, collector::argument_values(launch))) {
    return model;
  }
  return through_cache(source, kernel, launch,
                       db::kernel_key(source.text, source.options, kernel,
                                      collector::collector_version(), text_of(launch)));
}

collector::KernelModel KernelCatalog::through_cache(const collector::Source& source,
                                                    const std::string& kernel,
                                                    const collector::LaunchDescription& launch,
                                                    const std::string& key) {
  if (!may_be_cached(source)) {
    return collector::collect_in_process(source, kernel, launch);
  }
  auto known = find(key);
  const bool is_new = !known;
  collector::KernelModel model =
      known ? std::move(*known) : collector::collect_in_process(source, kernel, launch);
  try {
    db::KernelCache cache(store_);
    if (is_new) {
      cache.put({key, model.kernel, collector::collector_version(), to_json(model).dump(), {}});
    }
    cache.put_source(model.source_hash, {source.text, source.options});
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::store) {
      throw;
    }
  }
  return model;
}

}  // namespace clgauge::service
