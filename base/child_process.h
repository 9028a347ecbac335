#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace clgauge {

struct ChildLimits {
  double wall_seconds = 60;
  // Of address space; 0 leaves it unlimited. Not heeded in a build with AddressSanitizer, which
  // reserves terabytes.
  std::uint64_t memory_bytes = 0;
};

// How a child process ended.
struct ChildResult {
  int exit_status = 0;  // meaningful when neither signalled nor timed out
  std::optional<int> signal;
  bool timed_out = false;
  std::string output;  // stdout, whole
  std::string errors;  // the last 4 KiB of stderr
};

// "was ended by signal 11 (Segmentation fault)" or "ended with status 3".
[[nodiscard]] std::string describe_end(const ChildResult& child);

// Runs a program, feeds it `input` on stdin and collects what it prints. A child that outlives
// `limits` is killed; it also dies with the calling thread. Throws Error(internal) when the program
// cannot be started. Thread-safe.
[[nodiscard]] ChildResult run_child(const std::filesystem::path& program,
                                    const std::vector<std::string>& arguments,
                                    const std::string& input, const ChildLimits& limits);

}  // namespace clgauge
