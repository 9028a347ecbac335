#include "lens/ptx/named_operation.h"

namespace clgauge::lens::ptx {

Named named_operation(Emitter& emit) {
  Named named{emit, emit.instruction()};
  for (const std::string& modifier : named.code.modifiers) {
    if (const auto type = type_of(modifier)) {
      named.types.push_back(*type);
      named.type_names.push_back(modifier);
    }
  }
  return named;
}

void emit_unknown(const Named& named) {
  const auto& operands = named.code.operands;
  std::vector<std::int32_t> from;
  for (std::size_t i = 1; i < operands.size(); ++i) {
    if (operands[i].kind == Operand::Kind::reg || operands[i].kind == Operand::Kind::special) {
      from.push_back(named.emit.source(operands[i], 64));
    }
  }
  const Operand& results = named.emit.operand(0);
  const bool is_list = results.kind == Operand::Kind::list;
  for (const Operand& result : is_list ? results.elements : std::vector<Operand>{results}) {
    named.emit.put(Code::unknown, 64, false, named.emit.target(result), from);
  }
}

}  // namespace clgauge::lens::ptx
