#pragma once

#include <algorithm>
#include <cstddef>
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

// Of the collector's tests.
inline std::string kernel_file(const std::string& name) {
  return std::string(CLGAUGE_SOURCE_DIR) + "/tests/collector/kernels/" + name;
}

inline std::ptrdiff_t lines_in(const std::string& text) {
  return std::count(text.begin(), text.end(), '\n');
}

// In a file of that name beside the store: where it is.
inline std::filesystem::path written(const std::string& name, const std::string& text) {
  auto file = test_store().parent_path() / name;
  write_file_atomically(file, text);
  return file;
}

}  // namespace clgauge::cli
