// Lines that a client could send, and what becomes of them when bytes change: the function that
// tests/fuzz hands to libFuzzer.
#include "protocol_session.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "base/paths.h"

namespace clgauge::fuzz {
namespace {

std::vector<std::string> seeds() {
  std::vector<std::string> lines = {
      R"({"jsonrpc":"2.0","id":1,"method":"predict","params":{"id":"k","sizes":{"n":4096},"brief":true}})",
      R"({"jsonrpc":"2.0","id":"a\u0062","method":"predict","params":{"brief":true,"sizes":{"n":64},"id":"k","device":"a device"}})",
      R"({"method":"predict","params":{"id":"k","sizes":{"n":1,"n":128},"brief":true},"id":-7,"jsonrpc":"2.0"} )",
      R"({"jsonrpc":"2.0","id":1,"method":"observe","params":{"id":"k","sizes":{"n":4096},"seconds":0.001}})",
      R"({"jsonrpc":"2.0","id":1,"method":"select","params":{"candidates":[{"id":"k"},{"id":"k","name":"b","sizes":{"n":9}}],"sizes":{"n":77}}})",
      R"({"jsonrpc":"2.0","id":1,"method":"select","params":{"candidates":[{"id":"k","name":"a\n\u00e9"},{"name":"b","id":"\u006b","sizes":{"n":9}},{"name":"b","id":"k"}],"sizes":{"n":77},"device":"a device"}})",
      R"({"id":1,"method":"select","params":{"device":"","sizes":{},"candidates":[{"name":"","id":"k","sizes":{"n":4096}}]},"jsonrpc":"2.0"})",
      R"([{"jsonrpc":"2.0","id":1,"method":"explain","params":{"id":"k","sizes":{"n":4096}}},{"jsonrpc":"2.0","method":"count","id":2,"params":{"id":"k","sizes":{"n":4}}}])"};
  std::istringstream text(read_file(CLGAUGE_SOURCE_DIR "/docs/protocol.md"));
  for (std::string line; std::getline(text, line);) {
    if (line.rfind("> {", 0) == 0) {
      lines.push_back(line.substr(2));
    }
  }
  return lines;
}

TEST(ProtocolSession, AnswersItsSeeds) {
  for (const std::string& line : seeds()) {
    protocol_session(line);
  }
}

TEST(ProtocolSession, SurvivesChangedBytes) {
  const std::vector<std::string> lines = seeds();
  std::mt19937 random(5);
  const auto below = [&](std::size_t limit) {
    return std::uniform_int_distribution<std::size_t>(0, limit - 1)(random);
  };
  static const std::string kTelling = "{}[]\",:0123456789-+eE.\\ntrufalse\n\xff ";
  const char* const more = std::getenv("CLGAUGE_MALFORMED_REQUESTS");
  const long requests = more == nullptr ? 10'000 : std::atol(more);
  for (long i = 0; i < requests; ++i) {
    std::string line = lines[below(lines.size())];
    for (std::size_t changes = 1 + below(4); changes > 0 && !line.empty(); --changes) {
      const std::size_t at = below(line.size());
      switch (below(4)) {
        case 0:
          line[at] = kTelling[below(kTelling.size())];
          break;
        case 1:
          line.erase(at, 1 + below(8));
          break;
        case 2:
          line.insert(at, 1, kTelling[below(kTelling.size())]);
          break;
        default: {
          const std::string& other = lines[below(lines.size())];
          line = line.substr(0, at) + other.substr(below(other.size()));
        }
      }
    }
    protocol_session(line);
  }
}

}  // namespace
}  // namespace clgauge::fuzz
