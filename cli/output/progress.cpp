#include "cli/output/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "cli/output/quantity.h"

namespace clgauge::cli {

Progress::Progress(std::string label, std::FILE* stream)
    : label_(std::move(label)),
      stream_(stream),
      terminal_(::isatty(::fileno(stream)) != 0),
      started_(std::chrono::steady_clock::now()) {}

Progress::~Progress() {
  if (!finished_ && terminal_ && last_tenth_ >= 0) {
    fmt::print(stream_, "\n");
  }
}

void Progress::update(double share_done, std::optional<double> remaining_seconds,
                      const std::string& note) {
  if (finished_) {
    return;
  }
  most_done_ = std::max(most_done_, std::clamp(share_done, 0.0, 1.0));
  const double share = most_done_;
  const int tenth = static_cast<int>(share * 10);
  const std::string remaining =
      remaining_seconds ? format_duration(*remaining_seconds) + " left" : "";
  if (terminal_) {
    constexpr int kWidth = 24;
    const int filled = static_cast<int>(share * kWidth);
    fmt::print(stream_, "\r\033[K{} [{}{}] {:3.0f}%  {}  {}", label_,
               std::string(static_cast<std::size_t>(filled), '#'),
               std::string(static_cast<std::size_t>(kWidth - filled), '.'), share * 100, remaining,
               note.substr(0, 40));
    std::fflush(stream_);
  } else if (tenth != last_tenth_) {
    fmt::print(stream_, "{} {:3.0f}%  {}\n", label_, share * 100, remaining);
    std::fflush(stream_);
  }
  last_tenth_ = tenth;
}

void Progress::finish(const std::string& summary) {
  if (finished_) {
    return;
  }
  finished_ = true;
  const double spent_seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count();
  fmt::print(stream_, "{}{}: {} ({})\n", terminal_ ? "\r\033[K" : "", label_, summary,
             format_duration(spent_seconds));
}

}  // namespace clgauge::cli
