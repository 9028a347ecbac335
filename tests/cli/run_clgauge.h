#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "base/child_process.h"
#include "base/paths.h"

namespace clgauge::cli {

// A store of this test process alone.
inline std::filesystem::path test_store() {
  static const auto kFolder = [] {
    auto pattern = (std::filesystem::temp_directory_path() / "clgauge-cli-XXXXXX").string();
    return std::filesystem::path(::mkdtemp(pattern.data()));
  }();
  return kFolder / "store.db";
}

inline std::string clgauge_program() { return std::string(CLGAUGE_BINARY_DIR) + "/cli/clgauge"; }

// Runs the built command with that store.
inline ChildResult run_clgauge(const std::vector<std::string>& arguments,
                               const ChildLimits& limits = {}) {
  ::setenv("CLGAUGE_DB", test_store().c_str(), 1);
  return run_child(clgauge_program(), arguments, "", limits);
}

}  // namespace clgauge::cli
