#pragma once

#include <chrono>
#include <cstddef>
#include <cstdio>
#include <optional>
#include <string>

namespace clgauge::cli {

// A progress bar on stderr: redrawn in place on a terminal, a line every ten per cent elsewhere.
// The remaining time comes from the share done and the time spent, so it is as honest as the
// caller's notion of share. Not thread-safe.
class Progress {
 public:
  explicit Progress(std::string label, std::FILE* stream = stderr);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // `share_done` in 0..1; where it falls, for more turns out to be to do, the bar stands still
  // until it is made up for. `remaining_seconds` is the caller's own estimate, if it has one.
  void update(double share_done, std::optional<double> remaining_seconds, const std::string& note);

  // Ends the bar's line; further updates are ignored.
  void finish(const std::string& summary);

 private:
  std::string label_;
  std::FILE* stream_;
  bool terminal_;
  bool finished_ = false;
  int last_tenth_ = -1;
  double most_done_ = 0;
  std::chrono::steady_clock::time_point started_;
};

}  // namespace clgauge::cli
