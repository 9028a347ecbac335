#include "service/daemon/connection.h"

#include <algorithm>
#include <array>

#include <asio/buffer.hpp>
#include <asio/error.hpp>
#include <asio/post.hpp>
#include <asio/write.hpp>

#include "service/protocol/rpc.h"

namespace clgauge::service {
namespace {

constexpr std::size_t kReadBytes = std::size_t{16} * 1024;
// Ten thousand idle clients keep no larger buffers.
constexpr std::size_t kKeptBytes = 1024;
// So that one client with a long pipeline does not keep the others waiting.
constexpr int kLinesPerTurn = 64;

}  // namespace

Connection::Connection(asio::local::stream_protocol::socket socket, const Events& events)
    : socket_(std::move(socket)), events_(events) {
  socket_.non_blocking(true);
}

bool Connection::backed_up() const noexcept {
  return out_.size() + writing_.size() > kMaxBacklogBytes;
}

bool Connection::idle() const noexcept {
  return in_.empty() && out_.empty() && writing_.empty() && pending == 0 && !subscribed;
}

bool Connection::overdue(Clock::time_point now) const noexcept {
  if (!writing_.empty()) {
    return now - last_active_ > kPatience;
  }
  return (!in_.empty() || skipping_) && pending == 0 && now - line_begun_ > kPatience;
}

void Connection::read() {
  if (!open_ || reading_ || backed_up()) {
    return;
  }
  reading_ = true;
  // Waiting costs no buffer, so that ten thousand idle clients cost little.
  socket_.async_wait(asio::local::stream_protocol::socket::wait_read,
                     [self = shared_from_this()](const asio::error_code& error) {
                       self->reading_ = false;
                       if (error) {
                         self->close();
                       } else {
                         self->take();
                       }
                     });
}

void Connection::take() {
  std::array<char, kReadBytes> piece;  // NOLINT(cppcoreguidelines-pro-type-member-init)
  asio::error_code error;
  const std::size_t bytes = socket_.read_some(asio::buffer(piece), error);
  if (error == asio::error::would_block) {
    read();
    return;
  }
  if (error) {
    close();
    return;
  }
  last_active_ = Clock::now();
  if (in_.empty()) {
    line_begun_ = last_active_;
  }
  in_.append(piece.data(), bytes);
  consume();
}

void Connection::consume() {
  int lines = 0;
  std::size_t begin = 0;
  const auto self = shared_from_this();
  consuming_ = true;
  while (open_ && !backed_up() && lines < kLinesPerTurn) {
    const std::size_t end = in_.find('\n', std::max(scanned_, begin));
    if (end == std::string::npos) {
      break;
    }
    const std::string_view line(in_.data() + begin, end - begin);
    if (skipping_) {
      skipping_ = false;
    } else if (line.size() > kMaxLineBytes) {
      events_.too_long(self);
    } else if (line.find_first_not_of(" \t\r") != std::string_view::npos) {
      events_.line(self, line);
      ++lines;
    }
    begin = end + 1;
    scanned_ = begin;
  }
  consuming_ = false;
  if (begin > 0) {
    line_begun_ = Clock::now();
  }
  in_.erase(0, begin);
  scanned_ = 0;
  if (backed_up()) {
    flush();
  } else if (!out_.empty()) {
    events_.answered(self);
  }
  if (!open_ || backed_up()) {
    return;  // write() goes on when the client has read
  }
  if (lines == kLinesPerTurn) {
    asio::post(socket_.get_executor(), [self] { self->consume(); });
    return;
  }
  scanned_ = in_.size();
  if (in_.size() > kMaxLineBytes) {
    if (!skipping_) {
      events_.too_long(self);
    }
    skipping_ = true;
    in_.clear();
    scanned_ = 0;
  }
  if (in_.empty() && in_.capacity() > kKeptBytes) {
    in_.shrink_to_fit();
  }
  read();
}

void Connection::send(const std::string& line) {
  if (!open_) {
    return;
  }
  out_ += line;
  out_ += '\n';
  if (!flushing_ && !consuming_) {
    flushing_ = true;
    asio::post(socket_.get_executor(), [self = shared_from_this()] {
      self->flushing_ = false;
      self->flush();
    });
  }
}

void Connection::flush() {
  if (!open_ || out_.empty() || !writing_.empty()) {
    return;
  }
  asio::error_code error;
  const std::size_t bytes = socket_.write_some(asio::buffer(out_), error);
  if (error && error != asio::error::would_block) {
    close();
    return;
  }
  last_active_ = Clock::now();
  if (bytes == out_.size()) {
    out_.clear();
    if (out_.capacity() > kKeptBytes) {
      out_.shrink_to_fit();
    }
    return;
  }
  out_.erase(0, bytes);
  writing_.swap(out_);
  write();
}

void Connection::write() {
  asio::async_write(
      socket_, asio::buffer(writing_),
      [self = shared_from_this()](const asio::error_code& error, std::size_t /*bytes*/) {
        self->writing_.clear();
        if (error) {
          self->close();
          return;
        }
        self->last_active_ = Clock::now();
        self->flush();
        self->consume();
      });
}

void Connection::close() {
  if (!open_) {
    return;
  }
  open_ = false;
  asio::error_code ignored;
  socket_.close(ignored);
  events_.closed(shared_from_this());
}

}  // namespace clgauge::service
