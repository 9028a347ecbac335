#pragma once

#include <sys/types.h>

#include <array>
#include <cstdint>
#include <vector>

#include "lens/code/machine_code.h"

namespace clgauge::lens {

// Vector and mask registers of a stopped child; what this processor lacks of them is 0.
struct VectorRegisters {
  std::array<std::array<std::uint8_t, 64>, 32> vector{};
  std::array<std::uint64_t, 8> mask{};
};
[[nodiscard]] VectorRegisters vector_registers(pid_t child);

// How an instruction accesses memory by lanes, as LLVM's name and operands tell.
struct LaneForm {
  enum class Kind : std::uint8_t {
    whole,    // all of the operand, whatever a mask says
    indexed,  // gathers and scatters: each active lane at an address of its own
    runs,     // one access for each run of adjacent active lanes
    any,      // one access to all of the operand if any lane is active: broadcasts
    packed,   // one access to as many lanes as are active: compress and expand
  };
  Kind kind = Kind::whole;
  bool by_sign = false;  // AVX: the lane's sign in a vector register; else a mask register
  unsigned mask = 0;     // number of that register
  unsigned lanes = 0;
  unsigned lane_bytes = 0;  // in memory
  unsigned bytes = 0;       // of the whole operand
  unsigned index = 0;       // vector register of an indexed form
  unsigned index_bytes = 0;
  std::int64_t scale = 1;
};

// Of an instruction whose memory operand starts at `memory_operand`.
[[nodiscard]] LaneForm lane_form(const MachineCode& code, std::uint32_t instruction,
                                 int memory_operand);

struct LaneAccess {
  std::uint64_t offset = 0;  // from the instruction's address without the index
  unsigned bytes = 0;
};
[[nodiscard]] std::vector<LaneAccess> lane_accesses(const LaneForm& form,
                                                    const VectorRegisters& registers);

}  // namespace clgauge::lens
