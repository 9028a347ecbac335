#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lens/code/image.h"

namespace clgauge::lens {

// Where one instruction lies. What it is, is an llvm::MCInst: lens/code/mc.h, for those who need
// it.
struct MachineInstruction {
  std::uint64_t address = 0;  // in the image
  std::uint8_t size_bytes = 0;
};

// Instructions [first_instruction, first_instruction + instruction_count) of MachineCode, entered
// only at the first one and left only at the last. A call ends its block; its successor is where
// the call returns to.
struct BasicBlock {
  std::uint32_t first_instruction = 0;
  std::uint32_t instruction_count = 0;
  std::uint32_t function = 0;
  // Blocks of the same function. For a conditional jump: taken first, then fall-through. An
  // indirect jump (a switch) has every target that its tables may name. Empty for a return.
  std::vector<std::uint32_t> successors;
  // Number of the edge to successors[0]; the others follow. Edges are numbered over all blocks.
  std::uint32_t first_edge = 0;
  // For a block that ends in a direct call: the function of MachineCode, or the runtime's symbol.
  std::optional<std::uint32_t> callee;
  std::string runtime_callee;
};

struct CodeFunction {
  std::string symbol;
  std::uint64_t address = 0;
  std::uint64_t size_bytes = 0;
  std::uint32_t first_block = 0;  // the entry; the function's blocks follow, by address
  std::uint32_t block_count = 0;
};

// Blocks that reach one another, of the loop around them without its header. It may have more ways
// in than the header (loops.h).
struct Loop {
  std::uint32_t header = 0;
  std::vector<std::uint32_t> blocks;    // ascending, with the header
  std::optional<std::uint32_t> parent;  // index of the enclosing loop
  std::uint32_t depth = 1;              // 1 is outermost
};

struct McCode;  // lens/code/mc.h

// An entry function and every local function that it may call, decoded. Immutable; copies share.
struct MachineCode {
  std::shared_ptr<const ObjectImage> image;
  std::vector<MachineInstruction> instructions;
  std::vector<BasicBlock> blocks;
  std::vector<CodeFunction> functions;  // functions[0] is the entry
  std::vector<Loop> loops;              // inner loops before those that hold them
  std::uint32_t edge_count = 0;
  std::shared_ptr<const McCode> mc;

  // The block that starts at `address`, if one does.
  [[nodiscard]] std::optional<std::uint32_t> block_at(std::uint64_t address) const noexcept;
  // Assembly text (AT&T), for reports and errors.
  [[nodiscard]] std::string text_of(std::uint32_t instruction) const;
  // LLVM's name, by which an instruction family knows it: "VPADDDYrm".
  [[nodiscard]] std::string opcode_of(std::uint32_t instruction) const;
  // "kernel+0x1a4 (jl 0x40)": how errors name an instruction.
  [[nodiscard]] std::string place_of(std::uint32_t instruction) const;

  // Calls visit(instruction) for all instructions of a loop, those of its inner loops included,
  // block by block.
  template <typename Visit>
  void each_instruction(const Loop& loop, const Visit& visit) const {
    for (const std::uint32_t b : loop.blocks) {
      const BasicBlock& block = blocks[b];
      for (std::uint32_t i = 0; i < block.instruction_count; ++i) {
        visit(block.first_instruction + i);
      }
    }
  }

  // How often instructions for which fits(instruction) are executed, with each block passed so
  // often.
  template <typename Fits>
  [[nodiscard]] double executions(std::span<const double> passes, const Fits& fits) const {
    double executed = 0;
    for (std::size_t b = 0; b < passes.size(); ++b) {
      for (std::uint32_t i = 0; passes[b] > 0 && i < blocks[b].instruction_count; ++i) {
        executed += fits(blocks[b].first_instruction + i) ? passes[b] : 0;
      }
    }
    return executed;
  }

  // Ascending start addresses and their blocks, for block_at().
  std::vector<std::pair<std::uint64_t, std::uint32_t>> block_starts;
};

// Decodes from the function `entry` on. `cpu` is LLVM's name of a processor (-mcpu), whose
// scheduling tables later users of MachineCode::mc see; empty is the host's. Throws Error(input)
// when there is no such function or bytes are no instructions, Error(usage) for an unknown cpu.
// Thread-safe.
[[nodiscard]] MachineCode decode(std::shared_ptr<const ObjectImage> image, std::string_view entry,
                                 std::string_view cpu = {});

}  // namespace clgauge::lens
