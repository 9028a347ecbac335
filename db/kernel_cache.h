#pragma once

#include <optional>
#include <string>

#include "db/store.h"

namespace clgauge::db {

// A collected kernel: the collector's result, kept under a hash of everything it was made from.
struct KernelRow {
  std::string key;  // kernel_key()
  std::string name;
  std::string collector_version;
  std::string model;     // JSON of collector::KernelModel
  std::string added_at;  // set by put() when empty
};

// OpenCL C with its build options.
struct KernelSource {
  std::string text;
  std::string options;

  friend bool operator==(const KernelSource&, const KernelSource&) = default;
};

// The key of a kernel: source text with its includes resolved, build options, kernel name,
// collector version, and a text that holds the launch shape and the assumptions.
[[nodiscard]] std::string kernel_key(const std::string& source, const std::string& options,
                                     const std::string& kernel,
                                     const std::string& collector_version,
                                     const std::string& launch_shape);

class KernelCache {
 public:
  explicit KernelCache(Store& store) : store_(store) {}

  [[nodiscard]] std::optional<KernelRow> get(const std::string& key);
  // Of rows with the same key the one added last stays.
  void put(const KernelRow& kernel);
  // What kernels were collected from, under the hash that their models bear (source_hash).
  void put_source(const std::string& hash, const KernelSource& source);
  [[nodiscard]] std::optional<KernelSource> source_of(const std::string& hash);
  // Drops what other collector versions have left; returns how many rows went.
  std::size_t drop_other_versions(const std::string& collector_version);

 private:
  Store& store_;
};

}  // namespace clgauge::db
