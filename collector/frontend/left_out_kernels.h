#pragma once

#include <clang/Lex/PPCallbacks.h>

#include <string>

namespace clang {
class SourceManager;
}

namespace clgauge::collector {

// Notes the first condition of the preprocessor that leaves a kernel out: "#ifdef X" in line 3. For
// whoever wonders why a source holds none.
class LeftOutKernels : public clang::PPCallbacks {
 public:
  LeftOutKernels(const clang::SourceManager& sources, std::string& where)
      : sources_(sources), where_(where) {}

  void SourceRangeSkipped(clang::SourceRange range, clang::SourceLocation endif) override;

 private:
  const clang::SourceManager& sources_;
  std::string& where_;
};

}  // namespace clgauge::collector
