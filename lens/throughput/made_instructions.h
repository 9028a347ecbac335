#pragma once

#include <llvm/MCA/Instruction.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

namespace llvm {
class MCInst;
}

namespace clgauge::lens {

// Instructions that a table has made, each once: a path of two thousand is made of a few dozen. Not
// thread-safe.
class MadeInstructions {
 public:
  // Null for what the table does not know; nothing until somebody has asked it.
  using Made = std::optional<std::unique_ptr<llvm::mca::Instruction>>;

  // `neighbours`: all else that it depends on. Stays where it is until all are forgotten.
  Made& of(const llvm::MCInst& inst, unsigned neighbours);

  [[nodiscard]] std::size_t size() const { return made_.size(); }
  void clear() { made_.clear(); }

 private:
  using Key = std::vector<std::int64_t>;
  struct Hash {
    std::size_t operator()(const Key& key) const;
  };

  std::unordered_map<Key, Made, Hash> made_;
  Key key_;  // of the last one, kept for its room
};

}  // namespace clgauge::lens
