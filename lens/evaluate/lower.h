#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "lens/code/machine_code.h"
#include "lens/evaluate/operation.h"

namespace clgauge::lens {

// MachineCode::instructions as operations, one each. Instructions that no family knows become
// operations that make what they write unknown, or that refuse where they access memory.
struct Program {
  std::vector<Operation> operations;
  Clobbers clobbers;
  // By block: the instruction, of general numbers, whose flags its jump asks; ~0 where there is
  // none.
  std::vector<std::uint32_t> deciders;
};

// Whether no instruction family knows what this one does.
[[nodiscard]] bool is_without_meaning(const Operation& op) noexcept;

[[nodiscard]] Program lower(const MachineCode& code);

// A function decoded and lowered: all that an evaluation takes from the object. Immutable, whatever
// the launch.
struct LoweredCode {
  MachineCode code;
  Program program;
};
// Throws what decode() throws. Thread-safe.
[[nodiscard]] std::shared_ptr<const LoweredCode> lowered_code(
    const std::shared_ptr<const ObjectImage>& image, std::string_view entry,
    std::string_view cpu = {});

}  // namespace clgauge::lens
