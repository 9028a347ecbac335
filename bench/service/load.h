#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace clgauge::bench {

// What a server over a Unix socket is asked, and how one tells where an answer ends.
struct Question {
  // The bytes of the n-th request.
  std::function<std::string(std::size_t n)> request;
  // The bytes that the first answer in `data` takes; 0 while it is not whole.
  std::function<std::size_t(const char* data, std::size_t size)> answer_bytes;
};

struct LoadShape {
  std::size_t clients = 1;
  std::size_t pipeline = 1;  // requests of a client under way
  double seconds = 2;
};

struct LoadResult {
  double requests_per_second = 0;
  double p50_seconds = 0;  // from a request's bytes being handed to the kernel to its answer
  double p99_seconds = 0;
};

// Loads a server from this one thread for a while, in the way of redis-benchmark: each client sends
// `pipeline` requests together, waits for all of their answers, sends the next. The same for every
// server, so that what it costs itself is the same, too. Throws std::runtime_error.
[[nodiscard]] LoadResult load(const std::filesystem::path& socket, const Question& question,
                              const LoadShape& shape);

}  // namespace clgauge::bench
