#include "service/protocol/rpc_client.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include "base/error.h"

namespace clgauge::service {
namespace {

using Clock = std::chrono::steady_clock;

ErrorKind kind_of(const nlohmann::json& error) {
  const std::string name =
      error.value("data", nlohmann::json::object()).value("kind", std::string());
  for (const ErrorKind kind :
       {ErrorKind::usage, ErrorKind::input, ErrorKind::unsupported, ErrorKind::device,
        ErrorKind::store, ErrorKind::timeout, ErrorKind::internal}) {
    if (name == name_of(kind)) {
      return kind;
    }
  }
  return ErrorKind::internal;
}

}  // namespace

std::optional<RpcClient> RpcClient::connect(const std::filesystem::path& socket) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string path = socket.string();
  if (path.size() >= sizeof(address.sun_path)) {
    return std::nullopt;
  }
  std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
  RpcClient client(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (client.descriptor_ < 0 ||
      ::connect(client.descriptor_, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) !=
          0) {
    return std::nullopt;
  }
  ucred peer{};
  socklen_t size = sizeof(peer);
  if (::getsockopt(client.descriptor_, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0 ||
      (peer.uid != ::getuid() && peer.uid != 0)) {
    throw Error(ErrorKind::usage,
                path + " belongs to another user's daemon: set CLGAUGE_SOCKET or XDG_RUNTIME_DIR");
  }
  return client;
}

RpcClient::RpcClient(RpcClient&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)),
      next_id_(other.next_id_),
      in_(std::move(other.in_)),
      events_(std::move(other.events_)) {}

RpcClient::~RpcClient() {
  if (descriptor_ >= 0) {
    ::close(descriptor_);
  }
}

void RpcClient::send_line(const std::string& line) {
  const std::string text = line + '\n';
  std::size_t sent = 0;
  while (sent < text.size()) {
    const ssize_t bytes = ::send(descriptor_, text.data() + sent, text.size() - sent, MSG_NOSIGNAL);
    if (bytes < 0 && errno == EINTR) {
      continue;
    }
    if (bytes <= 0) {
      throw ConnectionLost();
    }
    sent += static_cast<std::size_t>(bytes);
  }
}

std::optional<std::string> RpcClient::receive_line(Milliseconds limit) {
  const auto until = Clock::now() + limit;
  for (;;) {
    if (const auto end = in_.find('\n'); end != std::string::npos) {
      std::string line = in_.substr(0, end);
      in_.erase(0, end + 1);
      return line;
    }
    const auto left = std::chrono::duration_cast<Milliseconds>(until - Clock::now());
    pollfd waiting{descriptor_, POLLIN, 0};
    const int ready =
        ::poll(&waiting, 1, static_cast<int>(std::max<Milliseconds::rep>(left.count(), 0)));
    if (ready == 0) {
      return std::nullopt;
    }
    if (ready < 0) {
      if (errno == EINTR) {
        return std::nullopt;  // a signal: the caller may want to stop
      }
      throw ConnectionLost();
    }
    std::array<char, 16384> piece{};
    const ssize_t bytes = ::recv(descriptor_, piece.data(), piece.size(), 0);
    if (bytes <= 0) {
      throw ConnectionLost();
    }
    in_.append(piece.data(), static_cast<std::size_t>(bytes));
  }
}

nlohmann::json RpcClient::call(const std::string& method, const nlohmann::json& params,
                               Milliseconds limit) {
  const std::int64_t id = next_id_++;
  send_line(nlohmann::json({{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", params}})
                .dump());
  const auto until = Clock::now() + limit;
  for (;;) {
    const auto left = std::chrono::duration_cast<Milliseconds>(until - Clock::now());
    const auto line = receive_line(std::max(left, Milliseconds(0)));
    if (!line && Clock::now() < until) {
      continue;  // a signal
    }
    if (!line) {
      throw Error(ErrorKind::timeout, "clgauged has not answered " + method + " in time");
    }
    nlohmann::json answer = nlohmann::json::parse(*line);
    if (answer.contains("method")) {
      events_.push_back(std::move(answer["params"]));
      continue;
    }
    if (answer.value("id", nlohmann::json()) != id) {
      continue;  // of a call that was given up
    }
    if (const auto error = answer.find("error"); error != answer.end()) {
      throw Error(kind_of(*error), error->value("message", "refused without a reason"),
                  error->value("data", nlohmann::json::object()).value("detail", std::string()));
    }
    return std::move(answer["result"]);
  }
}

std::optional<nlohmann::json> RpcClient::next_event(Milliseconds limit) {
  if (!events_.empty()) {
    nlohmann::json event = std::move(events_.front());
    events_.erase(events_.begin());
    return event;
  }
  const auto line = receive_line(limit);
  if (!line) {
    return std::nullopt;
  }
  nlohmann::json event = nlohmann::json::parse(*line);
  return event.contains("method") ? std::optional(std::move(event["params"])) : std::nullopt;
}

}  // namespace clgauge::service
