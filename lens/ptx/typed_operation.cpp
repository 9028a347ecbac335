#include "lens/ptx/typed_operation.h"

#include <algorithm>

namespace clgauge::lens::ptx {

OperationTypes types_of(const Instruction& instruction) {
  OperationTypes types;
  for (const std::string& modifier : instruction.modifiers) {
    if (const auto type = type_of(modifier)) {
      types.first = types.is_typed ? types.first : *type;
      types.last = *type;
      types.is_typed = true;
    }
  }
  return types;
}

char letter_of(const Type& type) {
  if (type.is_floating()) {
    return type.bits == 64 && type.lanes == 1 ? 'd' : 'f';
  }
  return type.bits == 64 ? 'l' : 'i';
}

bool is_any_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace clgauge::lens::ptx
