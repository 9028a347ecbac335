#pragma once

#include <string>

namespace llvm {
class Type;
}

namespace clgauge::collector {

// "float32", "int64", ... of a scalar or of one lane of a vector; "pointer" and "struct" otherwise.
// Integers carry no sign: LLVM's types have none.
[[nodiscard]] std::string dtype_of(const llvm::Type& type);

// 1 for a scalar.
[[nodiscard]] int lanes_of(const llvm::Type& type);

}  // namespace clgauge::collector
