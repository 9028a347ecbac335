#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "service/daemon/listening_socket.h"
#include "service/daemon/metrics.h"
#include "service/protocol/rpc.h"

namespace clgauge::service {

// What answers requests. `quick` says whether `answer` takes microseconds: then it runs on the
// server's thread, else on one of a few worker threads. `answer` throws clgauge::Error to fail.
// Both are called from several threads at once.
// `at_once`, which may be empty, gets every line first, on the server's thread: it returns the
// method's name when it has written the whole answer to `answer`, else null. It must not throw.
struct RequestHandler {
  std::function<const char*(std::string_view line, std::string& answer)> at_once{};
  std::function<bool(const RpcRequest&)> known;
  std::function<bool(const RpcRequest&)> quick;
  std::function<nlohmann::json(const RpcRequest&)> answer;
};

struct ServerLimits {
  std::size_t clients = 16384;       // beyond, the one idle for longest is closed
  std::size_t pending = 64;          // slow requests of one client under way
  std::size_t pending_in_all = 256;  // slow requests of all
  std::size_t workers = 2;
};

// Accepts clients of the same user on a Unix socket and answers their lines. One thread reads and
// writes; slow requests go to workers. Requests of one client that are under way together may be
// answered in any order: answers carry the request's id.
class Server {
 public:
  Server(ListeningSocket socket, RequestHandler handler, Metrics& metrics,
         const ServerLimits& limits = {});
  ~Server();

  // Serves until SIGTERM, SIGINT or stop(); then accepts nobody, lets what is under way finish for
  // at most `kDrainSeconds`, and returns.
  void run();
  static constexpr int kDrainSeconds = 10;

  // From any thread: ends run().
  void stop();
  // From any thread: sends a notification to each client that has called subscribe; a `detail` only
  // to those that have asked for samples, too. One that does not read is closed.
  void notify(const nlohmann::json& event, bool detail = false);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace clgauge::service
