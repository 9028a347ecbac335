#include "microbench/worker/channel.h"

#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <utility>

namespace clgauge::microbench {

LineChannel::~LineChannel() {
  if (fd_ >= 0) ::close(fd_);
}
LineChannel::LineChannel(LineChannel&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)), buffered_(std::move(other.buffered_)) {}
LineChannel& LineChannel::operator=(LineChannel&& other) noexcept {
  std::swap(fd_, other.fd_);
  std::swap(buffered_, other.buffered_);
  return *this;
}

bool LineChannel::send(std::string_view line) {
  std::string text(line);
  text += '\n';
  std::size_t sent = 0;
  while (sent < text.size()) {
    const ssize_t count = ::send(fd_, text.data() + sent, text.size() - sent, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    sent += static_cast<std::size_t>(count);
  }
  return true;
}

std::optional<std::string> LineChannel::receive() {
  while (true) {
    if (auto line = next_line()) return line;
    std::array<char, 65536> block{};
    const ssize_t count = ::recv(fd_, block.data(), block.size(), 0);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return std::nullopt;
    buffered_.append(block.data(), static_cast<std::size_t>(count));
  }
}

bool LineChannel::read_available() {
  std::array<char, 65536> block{};
  while (true) {
    const ssize_t count = ::recv(fd_, block.data(), block.size(), MSG_DONTWAIT);
    if (count > 0) {
      buffered_.append(block.data(), static_cast<std::size_t>(count));
      continue;
    }
    if (count < 0 && errno == EINTR) continue;
    return count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
  }
}

std::optional<std::string> LineChannel::next_line() {
  const std::size_t end = buffered_.find('\n');
  if (end == std::string::npos) return std::nullopt;
  std::string line = buffered_.substr(0, end);
  buffered_.erase(0, end + 1);
  return line;
}

}  // namespace clgauge::microbench
