#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace clgauge::microbench {

// The file descriptor on which a worker finds its end of the channel. Not stdin and stdout: drivers
// print there.
inline constexpr int kWorkerChannel = 3;

// Lines over a stream socket that it owns. Not thread-safe.
class LineChannel {
 public:
  explicit LineChannel(int fd) : fd_(fd) {}
  ~LineChannel();
  LineChannel(LineChannel&& other) noexcept;
  LineChannel& operator=(LineChannel&& other) noexcept;

  [[nodiscard]] int fd() const { return fd_; }

  // Blocks until the line and its newline are sent; false when the other end is gone. Never raises
  // SIGPIPE.
  bool send(std::string_view line);

  // Blocks for the next line; nothing when the other end is gone.
  [[nodiscard]] std::optional<std::string> receive();

  // Takes what has arrived without waiting; false when the other end is gone.
  bool read_available();
  // A whole line of what has arrived, if there is one.
  [[nodiscard]] std::optional<std::string> next_line();

 private:
  int fd_;
  std::string buffered_;
};

}  // namespace clgauge::microbench
