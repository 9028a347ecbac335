#include "load.h"

#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <memory>
#include <stdexcept>

namespace clgauge::bench {
namespace {

using Clock = std::chrono::steady_clock;

[[noreturn]] void fail(const std::string& what) { throw std::runtime_error("load: " + what); }

struct Client {
  int descriptor = -1;
  std::size_t awaited = 0;
  Clock::time_point sent{};
  std::string in;

  Client() = default;
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;
  ~Client() { ::close(descriptor); }
};

int connected(const std::filesystem::path& socket) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, socket.c_str(), sizeof(address.sun_path) - 1);
  const int descriptor = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (::connect(descriptor, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0) {
    fail("nobody listens at " + socket.string());
  }
  return descriptor;
}

class Load {
 public:
  Load(const Question& question, const LoadShape& shape) : question_(question), shape_(shape) {
    // Made before the clock runs: writing numbers into requests is no part of the question.
    constexpr std::size_t kPrepared = 4096;
    for (std::size_t n = 0; n < kPrepared; ++n) {
      prepared_.push_back(question.request(n));
    }
  }

  LoadResult run(const std::filesystem::path& socket) {
    const int epoll = ::epoll_create1(EPOLL_CLOEXEC);
    std::vector<std::unique_ptr<Client>> clients;
    for (std::size_t c = 0; c < shape_.clients; ++c) {
      clients.push_back(std::make_unique<Client>());
      clients.back()->descriptor = connected(socket);
      epoll_event event{EPOLLIN, {.ptr = clients.back().get()}};
      ::epoll_ctl(epoll, EPOLL_CTL_ADD, clients.back()->descriptor, &event);
    }
    const auto begun = Clock::now();
    const auto end = begun + std::chrono::duration_cast<Clock::duration>(
                                 std::chrono::duration<double>(shape_.seconds));
    for (const auto& client : clients) {
      ask(*client);
    }
    std::array<epoll_event, 64> events{};
    while (Clock::now() < end) {
      const int ready = ::epoll_wait(epoll, events.data(), static_cast<int>(events.size()), 1000);
      if (ready <= 0) {
        fail("no answer within a second");
      }
      for (int i = 0; i < ready; ++i) {
        take(*static_cast<Client*>(events.at(static_cast<std::size_t>(i)).data.ptr));
      }
    }
    const double seconds = std::chrono::duration<double>(Clock::now() - begun).count();
    ::close(epoll);
    LoadResult result;
    result.requests_per_second = static_cast<double>(latencies_.size()) / seconds;
    result.p50_seconds = quantile(0.5);
    result.p99_seconds = quantile(0.99);
    return result;
  }

 private:
  void ask(Client& client) {
    out_.clear();
    for (std::size_t i = 0; i < shape_.pipeline; ++i) {
      out_ += prepared_[next_++ % prepared_.size()];
    }
    client.awaited = shape_.pipeline;
    client.sent = Clock::now();
    if (::send(client.descriptor, out_.data(), out_.size(), MSG_NOSIGNAL) !=
        static_cast<ssize_t>(out_.size())) {
      fail("a request could not be sent whole");
    }
  }

  void take(Client& client) {
    std::array<char, 65536> piece;  // NOLINT(cppcoreguidelines-pro-type-member-init)
    const ssize_t bytes = ::recv(client.descriptor, piece.data(), piece.size(), 0);
    if (bytes <= 0) {
      fail("the server has closed the connection");
    }
    const auto now = Clock::now();
    client.in.append(piece.data(), static_cast<std::size_t>(bytes));
    std::size_t at = 0;
    while (client.awaited > 0) {
      const std::size_t answer =
          question_.answer_bytes(client.in.data() + at, client.in.size() - at);
      if (answer == 0) {
        break;
      }
      at += answer;
      --client.awaited;
      latencies_.push_back(std::chrono::duration<float>(now - client.sent).count());
    }
    client.in.erase(0, at);
    if (client.awaited == 0) {
      ask(client);
    }
  }

  [[nodiscard]] double quantile(double share) {
    const auto place = static_cast<std::ptrdiff_t>(share * static_cast<double>(latencies_.size()));
    std::nth_element(latencies_.begin(), latencies_.begin() + place, latencies_.end());
    return static_cast<double>(latencies_[static_cast<std::size_t>(place)]);
  }

  const Question& question_;
  LoadShape shape_;
  std::vector<std::string> prepared_;
  std::size_t next_ = 0;
  std::string out_;
  std::vector<float> latencies_;
};

}  // namespace

LoadResult load(const std::filesystem::path& socket, const Question& question,
                const LoadShape& shape) {
  return Load(question, shape).run(socket);
}

}  // namespace clgauge::bench
