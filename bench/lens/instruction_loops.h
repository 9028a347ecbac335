#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace clgauge::lens {

// Loops of eight copies of an instruction that hardly wait for each other, by turns with eight of
// another one, as text for an assembler: what both want of the units of a core shows in the time.
// Or chains of it, one for every register that it reads: the results of eight, each by a short
// operation, become the next one's operand.
struct InstructionLoop {
  std::string instruction;  // a template (tests/lens/instruction_templates.h)
  std::string partner;      // "alone", or what stands between the copies; "chain 0"
  std::string symbol;       // void symbol(std::uint64_t rounds)
  // Which of the registers that it reads goes on, where it is a chain.
  std::optional<std::size_t> chained{};
};

// Of every template that has no gathers in it, with all partners. `has_masks`: of a processor with
// AVX-512. Thread-safe.
[[nodiscard]] std::vector<InstructionLoop> instruction_loops(bool has_masks);

// All of them, and the data that they go to.
[[nodiscard]] std::string text_of(const std::vector<InstructionLoop>& loops, bool has_masks);

}  // namespace clgauge::lens
