#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/error.h"

// JSON-RPC 2.0 (jsonrpc.org/specification), one message a line. docs/protocol.md is what a client
// is written from. Everything here is a pure function of its arguments and thread-safe.
namespace clgauge::service {

// Raised when a client that speaks the old form would misread the new one; new members of requests
// and results do not raise it.
inline constexpr int kProtocolVersion = 1;

// What one line may hold. Beyond them the line is refused, not the connection.
inline constexpr std::size_t kMaxLineBytes = std::size_t{1} << 20U;
inline constexpr std::size_t kMaxDepth = 32;
inline constexpr std::size_t kMaxBatch = 1024;

// Error codes, stable for ever. -32700 to -32603 are the specification's.
enum class RpcCode : int {
  parse_error = -32700,
  invalid_request = -32600,
  method_not_found = -32601,
  invalid_params = -32602,  // also what clgauge::ErrorKind calls usage and input
  internal = -32603,
  unsupported = -32001,
  device = -32002,
  store = -32003,
  timeout = -32004,
  busy = -32005,  // too much at once: try again later
};

[[nodiscard]] RpcCode code_of(ErrorKind kind) noexcept;

struct RpcRequest {
  std::string method;
  nlohmann::json params = nlohmann::json::object();
  std::optional<nlohmann::json> id;  // absent: a notification, which gets no answer
};

// What a line held: requests, and in the place of those that were none the error to answer with.
struct RpcMessage {
  bool batch = false;
  std::vector<std::variant<RpcRequest, nlohmann::json>> entries;
};

// Never throws for bad input: that becomes error answers. Members it does not know are ignored.
[[nodiscard]] RpcMessage parse_message(std::string_view line);

[[nodiscard]] nlohmann::json result_answer(const nlohmann::json& id, nlohmann::json result);
// `detail` may hold more lines, such as a compiler's diagnostics; it goes to error.data.detail.
[[nodiscard]] nlohmann::json error_answer(const nlohmann::json& id, RpcCode code,
                                          const std::string& message,
                                          const std::string& detail = {});
[[nodiscard]] nlohmann::json error_answer(const nlohmann::json& id, const Error& error);

// As one line without its end. Bytes that are no UTF-8 are replaced, so this cannot fail.
[[nodiscard]] std::string line_of(const nlohmann::json& answer);

}  // namespace clgauge::service
