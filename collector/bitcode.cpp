#include "collector/bitcode.h"

#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/Function.h>
#include <llvm/Support/raw_ostream.h>

#include "collector/frontend/prepare.h"

namespace clgauge::collector {

std::string prepared_bitcode(const Source& source, const std::string& kernel) {
  const PreparedKernel prepared(compile(source), kernel);
  std::string bytes;
  llvm::raw_string_ostream out(bytes);
  llvm::WriteBitcodeToFile(*prepared.function().getParent(), out);
  out.flush();
  return bytes;
}

}  // namespace clgauge::collector
