#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "lens/ptx/type.h"

namespace clgauge::lens::ptx {

struct Variable {
  std::string name;
  Space space = Space::local;
  Type type;
  std::uint64_t bytes = 0;
  std::uint64_t alignment = 1;
  std::vector<std::int16_t> initial;  // byte by byte, -1 for one that is not known; empty for none
  bool is_external = false;
  bool is_pointer = false;               // a parameter with .ptr
  Space pointer_space = Space::generic;  // that it points into
  unsigned line = 0;
};

struct Register {
  std::string name;
  Type type;
};

struct Operand {
  enum class Kind : std::uint8_t {
    reg,        // `index` in Function::registers
    variable,   // `index` in Function::variables; plus `number`
    symbol,     // `name`: a variable of the module, a function, a label; plus `number`
    special,    // `name`: "%tid.x"
    immediate,  // `number`: an integer, or the bits of a float
    address,    // elements[0] plus `number`
    list,       // {a,b}, (a,b), p|q
    none,       // _
  };
  Kind kind = Kind::none;
  bool is_negated = false;  // !%p
  std::uint32_t index = 0;
  std::int64_t number = 0;
  std::uint8_t float_bits = 0;  // of an immediate that is a float: 32 or 64
  std::string name;
  std::vector<Operand> elements;
};

struct Instruction {
  std::string opcode;                  // "ld"
  std::vector<std::string> modifiers;  // "global", "u32"
  std::vector<Operand> operands;
  bool is_guarded = false;
  Operand guard;                 // a predicate register
  bool is_not_unrolled = false;  // .pragma "nounroll" stands before it
  unsigned line = 0;             // of the PTX
  unsigned source_line = 0;      // by .loc; 0 where there is none

  [[nodiscard]] std::string name() const;  // "ld.global.u32"
  [[nodiscard]] bool has(const char* modifier) const;
};

struct Function {
  std::string name;
  bool is_entry = false;
  bool has_body = false;
  std::vector<Variable> variables;  // parameters first, then results, then those of the body
  std::size_t parameters = 0;
  std::size_t results = 0;
  std::vector<Register> registers;  // that the body uses
  std::vector<Instruction> instructions;
  std::map<std::string, std::size_t> labels;  // the instruction that follows
  unsigned line = 0;
};

struct Module {
  std::string version;
  std::string target;
  unsigned address_bits = 32;  // PTX's default
  std::vector<Variable> variables;
  std::map<std::string, Function> functions;
};

}  // namespace clgauge::lens::ptx
