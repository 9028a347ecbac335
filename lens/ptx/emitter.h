#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "lens/ptx/program.h"

namespace clgauge::lens::ptx {

// A function where it is inlined: its registers have slots of their own.
struct Instance {
  const Function* function = nullptr;
  std::vector<std::int32_t> registers;   // slots
  std::vector<std::uint64_t> variables;  // addresses, each in its space
};

// Appends to a program, an instruction's steps at a time.
class Emitter {
 public:
  Emitter(const Module& module, Program& program);

  // Gives a variable of a function, or one of the module, its address in its space.
  std::uint64_t place(const Variable& variable);
  std::uint64_t place_parameter(std::uint64_t bytes, std::uint64_t alignment);
  Instance instance_of(const Function& function);

  // `selects`: what the instruction computes holds only where its guard does, until
  // finish_selected() is called.
  void begin(const Instance& instance, const Instruction& instruction, bool selects);
  void finish_selected();
  std::uint32_t start_block();

  std::int32_t fresh_slot();
  std::int32_t constant(std::uint64_t number);
  // Throws Error(input) for an operand that cannot be read, or written.
  std::int32_t source(const Operand& operand, unsigned bits);
  std::int32_t target(const Operand& operand);
  // The carry flag, as it is and to be written.
  std::int32_t carry();
  std::int32_t new_carry();
  // Of a register; of another operand 64.
  [[nodiscard]] unsigned bits_of(const Operand& operand) const;
  [[nodiscard]] bool is_floating(const Operand& operand) const;
  // The predicate that the instruction is guarded by, true where it runs.
  std::int32_t guard();

  std::int32_t put(Code code, unsigned bits, bool is_signed, std::int32_t to,
                   const std::vector<std::int32_t>& from);
  // Into a slot of its own.
  std::int32_t put(Code code, unsigned bits, bool is_signed,
                   const std::vector<std::int32_t>& from) {
    return put(code, bits, is_signed, fresh_slot(), from);
  }
  std::uint32_t put_access(Access access, unsigned bytes);

  [[nodiscard]] const Instruction& instruction() const { return *instruction_; }
  [[nodiscard]] Program& program() { return program_; }
  [[noreturn]] void fail(const std::string& what) const;
  // Operand number `at`. Throws Error(input) where there are fewer.
  [[nodiscard]] const Operand& operand(std::size_t at) const;

 private:
  std::int32_t special(const std::string& name);
  std::int32_t address_of(const Operand& operand);

  const Module& module_;
  Program& program_;
  const Instance* instance_ = nullptr;
  const Instruction* instruction_ = nullptr;
  bool selects_ = false;
  std::uint32_t origin_ = 0;
  std::int32_t carry_ = kNoSlot;
  std::map<std::uint64_t, std::int32_t> constants_;
  std::map<std::string, std::int32_t> special_slots_;
  std::map<std::string, std::uint64_t> module_addresses_;
  std::uint64_t next_table_ = kTables;
  // Where results wait for their guard, and where they go to.
  std::vector<std::pair<std::int32_t, std::int32_t>> waiting_;
};

}  // namespace clgauge::lens::ptx
