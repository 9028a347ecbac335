#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "base/error.h"

namespace clgauge::service {

// The daemon has closed the connection, or died.
class ConnectionLost : public Error {
 public:
  ConnectionLost() : Error(ErrorKind::device, "clgauged has closed the connection: see its log") {}
};

// A conversation with clgauged over its socket. Blocking, with a time limit on every wait. Movable;
// not thread-safe.
class RpcClient {
 public:
  using Milliseconds = std::chrono::milliseconds;

  // Nothing when no daemon listens there. Throws Error(usage) when what listens belongs to another
  // user, so that nobody is fed answers by a stranger.
  [[nodiscard]] static std::optional<RpcClient> connect(const std::filesystem::path& socket);

  RpcClient(RpcClient&& other) noexcept;
  RpcClient& operator=(RpcClient&&) = delete;
  ~RpcClient();

  // The result. Throws Error of the kind that the daemon names when it refuses, Error(timeout) when
  // no answer comes in time, ConnectionLost when the connection ends. Notifications that come
  // meanwhile wait for next_event().
  nlohmann::json call(const std::string& method, const nlohmann::json& params, Milliseconds limit);

  // The params of the next notification; nothing when none comes in time, or when a signal comes.
  std::optional<nlohmann::json> next_event(Milliseconds limit);

  // Lines as they are, for what call() cannot say.
  void send_line(const std::string& line);
  std::optional<std::string> receive_line(Milliseconds limit);

 private:
  explicit RpcClient(int descriptor) : descriptor_(descriptor) {}
  int descriptor_;
  std::int64_t next_id_ = 1;
  std::string in_;
  std::vector<nlohmann::json> events_;
};

}  // namespace clgauge::service
