#include "collector/frontend/left_out_kernels.h"

#include <clang/Basic/SourceManager.h>
#include <fmt/format.h>
#include <llvm/ADT/StringExtras.h>

namespace clgauge::collector {
namespace {

bool is_part_of_name(char c) { return llvm::isAlnum(c) || c == '_'; }

// Comments count as well: this is a hint.
bool has_kernel(llvm::StringRef text) {
  constexpr llvm::StringRef kWord = "kernel";
  for (std::size_t at = text.find(kWord); at != llvm::StringRef::npos;
       at = text.find(kWord, at + 1)) {
    const std::size_t end = at + kWord.size();
    const bool ends = end == text.size() || !is_part_of_name(text[end]);
    const llvm::StringRef before = text.take_front(at);
    const llvm::StringRef stem = before.endswith("__") ? before.drop_back(2) : before;
    if (ends && (stem.empty() || !is_part_of_name(stem.back()))) return true;
  }
  return false;
}

}  // namespace

void LeftOutKernels::SourceRangeSkipped(clang::SourceRange range, clang::SourceLocation /*endif*/) {
  if (!where_.empty()) return;
  const auto [file, begin] = sources_.getDecomposedLoc(range.getBegin());
  const auto [end_file, end] = sources_.getDecomposedLoc(range.getEnd());
  if (file != end_file || end < begin) return;
  const llvm::StringRef text = sources_.getBufferData(file).slice(begin, end);
  if (!has_kernel(text)) return;
  where_ = fmt::format("'{}' in line {}", text.split('\n').first.trim().str(),
                       sources_.getLineNumber(file, begin));
}

}  // namespace clgauge::collector
