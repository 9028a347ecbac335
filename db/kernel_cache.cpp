#include "db/kernel_cache.h"

#include "base/hash.h"
#include "db/query.h"
#include "db/schema.h"
#include "db/time.h"

namespace clgauge::db {

std::string kernel_key(const std::string& source, const std::string& options,
                       const std::string& kernel, const std::string& collector_version,
                       const std::string& launch_shape) {
  return hash_of({"kernel", source, options, kernel, collector_version, launch_shape});
}

std::optional<KernelRow> KernelCache::get(const std::string& key) {
  Query query(store_, "SELECT * FROM kernels WHERE key = ?1");
  if (!query.with(key).next()) {
    return std::nullopt;
  }
  return KernelRow{key, query.text("name"), query.text("collector_version"), query.text("model"),
                   query.text("added_at")};
}

void KernelCache::put(const KernelRow& kernel) {
  db::put(store_, table("kernels"),
          {{"key", kernel.key},
           {"name", kernel.name},
           {"collector_version", kernel.collector_version},
           {"model", kernel.model},
           {"added_at", kernel.added_at.empty() ? utc_now() : normalized_utc(kernel.added_at)}});
}

void KernelCache::put_source(const std::string& hash, const KernelSource& source) {
  if (source_of(hash) != source) {
    db::put(store_, table("kernel_sources"),
            {{"key", hash},
             {"source", source.text},
             {"options", source.options},
             {"added_at", utc_now()}});
  }
}

std::optional<KernelSource> KernelCache::source_of(const std::string& hash) {
  Query query(store_, "SELECT source, options FROM kernel_sources WHERE key = ?1");
  if (!query.with(hash).next()) {
    return std::nullopt;
  }
  return KernelSource{query.text("source"), query.text("options")};
}

std::size_t KernelCache::drop_other_versions(const std::string& collector_version) {
  Transaction transaction(store_);
  const int dropped = Query(store_, "DELETE FROM kernels WHERE collector_version <> ?1")
                          .with(collector_version)
                          .run();
  transaction.commit();
  return static_cast<std::size_t>(dropped);
}

}  // namespace clgauge::db
