#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include <asio/local/stream_protocol.hpp>

namespace clgauge::service {

// One client: lines in, lines out. Lives on the server's thread alone; kept alive by its own
// pending operations and by those who still owe it an answer.
//
// Memory is bounded: no line beyond kMaxLineBytes is kept, and a client that does not read its
// answers is not read from either, so that at most kMaxBacklogBytes and the answers of one line
// wait for it.
class Connection : public std::enable_shared_from_this<Connection> {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::size_t kMaxBacklogBytes = std::size_t{1} << 20U;
  // A line begun, or an answer waiting to be read, must get on within this time.
  static constexpr std::chrono::seconds kPatience{30};

  struct Events {
    std::function<void(const std::shared_ptr<Connection>&, std::string_view line)> line;
    std::function<void(const std::shared_ptr<Connection>&)> too_long;  // a line was dropped
    // The answers to lines that came together are there: flush() is to be called, now or when other
    // clients have had their turn.
    std::function<void(const std::shared_ptr<Connection>&)> answered;
    std::function<void(const std::shared_ptr<Connection>&)> closed;
  };

  Connection(asio::local::stream_protocol::socket socket, const Events& events);

  void start() { read(); }
  void send(const std::string& line);  // the line's end is added
  // Writes what waits to be written, as far as the client's buffer takes it; the rest when it has
  // read.
  void flush();
  void close();

  [[nodiscard]] bool open() const noexcept { return open_; }
  // Neither reading a line, nor waiting for an answer, nor being answered.
  [[nodiscard]] bool idle() const noexcept;
  // More than kMaxBacklogBytes wait for it to read.
  [[nodiscard]] bool backed_up() const noexcept;
  [[nodiscard]] bool overdue(Clock::time_point now) const noexcept;
  [[nodiscard]] Clock::time_point last_active() const noexcept { return last_active_; }

  // Answers that others still owe this client.
  std::size_t pending = 0;
  bool subscribed = false;
  bool wants_samples = false;

 private:
  void read();
  void take();
  void consume();
  void write();

  asio::local::stream_protocol::socket socket_;
  const Events& events_;
  std::string in_;
  std::size_t scanned_ = 0;  // bytes of in_ that hold no line's end
  std::string out_;
  std::string writing_;
  bool reading_ = false;
  bool consuming_ = false;  // at the end it tells of the answers
  bool flushing_ = false;   // a flush waits for its turn
  bool skipping_ = false;   // the rest of a line that was too long
  bool open_ = true;
  Clock::time_point last_active_ = Clock::now();
  Clock::time_point line_begun_{};
};

}  // namespace clgauge::service
