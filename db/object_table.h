#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>

#include "db/store.h"

namespace clgauge::db {

// What a compiler made an object of: drivers that compile at enqueue do so for the work-group size.
struct ObjectSource {
  std::string source;
  std::string options;
  std::string kernel;
  std::string device_id;
  std::string driver;
  std::array<std::size_t, 3> local_size{};  // of the launch
};

struct ObjectRow {
  std::string uid;     // set by the table
  std::string origin;  // how the driver showed it: "program-binary", "loaded-library"
  std::string bytes;

  friend bool operator==(const ObjectRow&, const ObjectRow&) = default;
};

// Compiled kernels, each once however many launches it serves.
class ObjectTable {
 public:
  explicit ObjectTable(Store& store) : store_(store) {}

  // Adds the object if it is new, and makes it that of `source`; returns its uid. The device must
  // be in the store.
  std::string put(const ObjectSource& source, const ObjectRow& object);
  [[nodiscard]] std::optional<ObjectRow> find(const ObjectSource& source);
  // Its uid alone: a key for what was worked out from it.
  [[nodiscard]] std::optional<std::string> find_uid(const ObjectSource& source);

  // What identifies a source, across runs and machines.
  [[nodiscard]] static std::string key_of(const ObjectSource& source);

 private:
  Store& store_;
};

}  // namespace clgauge::db
