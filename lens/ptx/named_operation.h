#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lens/ptx/emitter.h"

namespace clgauge::lens::ptx {

// An instruction and the types that it names, in its order.
struct Named {
  Emitter& emit;
  const Instruction& code;
  std::vector<Type> types{};
  std::vector<std::string> type_names{};

  [[nodiscard]] Type type() const { return types.empty() ? Type{} : types.front(); }
  [[nodiscard]] bool has(const char* modifier) const { return code.has(modifier); }
  [[nodiscard]] std::int32_t source(std::size_t at) const {
    return emit.source(emit.operand(at), type().bits);
  }
  [[nodiscard]] std::int32_t target() const { return emit.target(emit.operand(0)); }
};
[[nodiscard]] Named named_operation(Emitter& emit);

// Of every result, whatever the operands are.
void emit_unknown(const Named& named);

}  // namespace clgauge::lens::ptx
