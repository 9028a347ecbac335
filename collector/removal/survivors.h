#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "collector/frontend/prepare.h"
#include "collector/removal/call_tree.h"
#include "collector/source.h"

namespace clgauge::collector::removal {

// Bytes that the static loads and stores of one array move when each runs once.
struct StaticBytes {
  std::int64_t loaded = 0;
  std::int64_t stored = 0;
  bool operator==(const StaticBytes&) const = default;
};

// What the collector counts in a kernel, by place in the source: some loads in the text are
// redundant or dead and are left out (a[i] * a[i] loads once). Works on line and column, since the
// syntax tree and the IR come from different runs of the compiler.
class CountedKernel {
 public:
  CountedKernel(const Source& source, const std::string& kernel);

  // The loads in the syntax tree that the collector leaves out.
  [[nodiscard]] std::map<const Activation*, std::set<const clang::Expr*>> eliminated(
      const CallTree& tree) const;

  // Whether a counted load comes from this line, or from a helper that is called in this line.
  [[nodiscard]] bool loads_in_line(unsigned line) const { return lines_.contains(line); }

  // By name; a pointer that may point to several arrays counts for each.
  [[nodiscard]] const std::map<std::string, StaticBytes>& arrays() const { return arrays_; }

 private:
  // "12:7;30:3": line and column, then those of the calls around it, inner ones first.
  using Place = std::string;
  void read_source_form(const llvm::Module& module);
  void read_counted_form(const llvm::Function& kernel);

  std::set<Place> calls_;                 // line and column of calls, before inlining
  std::map<Place, int> loads_in_source_;  // by line and column, before inlining
  // With the calls around them: of each load the arrays that it may be from.
  std::map<Place, std::vector<std::set<std::string>>> loads_counted_;
  std::set<unsigned> lines_;
  std::map<std::string, StaticBytes> arrays_;
};

}  // namespace clgauge::collector::removal
