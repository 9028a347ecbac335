#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "collector/oracle/program.h"

namespace clgauge::collector::oracle {

// The contents of a table of constants or of a private array, as far as they decide branches and
// addresses: integers and pointers. What is not known byte by byte is not known.
class KnownMemory {
 public:
  // A byte is 0 .. 255, or -1 when it is not known.
  explicit KnownMemory(std::vector<std::int16_t> bytes) : bytes_(std::move(bytes)) {}

  // An integer of `width` bits, sign-extended, or a pointer that was put there.
  [[nodiscard]] Value fetch(std::int64_t offset, unsigned width) const;
  void put(std::int64_t offset, unsigned width, const Value& value);
  // The same byte `length` times.
  void fill(std::int64_t offset, std::int64_t length, const Value& byte);
  void copy(std::int64_t offset, const KnownMemory& from, std::int64_t from_offset,
            std::int64_t length);
  void forget();

 private:
  [[nodiscard]] bool holds(std::int64_t offset, std::int64_t length) const;
  void forget(std::int64_t offset, std::int64_t length);

  std::vector<std::int16_t> bytes_;
  std::map<std::int64_t, Value> pointers_;  // by offset; their bytes are not known
};

}  // namespace clgauge::collector::oracle
