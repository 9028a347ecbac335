// Clients that mean no good: the daemon answers the others meanwhile, and its memory stays bounded.
// CLGAUGE_MALFORMED_REQUESTS asks for more of those.
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <cstring>
#include <fstream>
#include <random>
#include <vector>

#include <nlohmann/json.hpp>

#include "tests/service/daemon/clgauged_fixture.h"

namespace clgauge::service {
namespace {

using namespace std::chrono_literals;
using nlohmann::json;

constexpr long kMostGrowthBytes = 64L << 20U;

long asked_for(const char* variable, long otherwise) {
  const char* const value = std::getenv(variable);
  return value == nullptr ? otherwise : std::atol(value);
}

class HostileTest : public ClgaugedTest {
 protected:
  HostileTest() {
    rlimit limit{};
    ::getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &limit);
    ask();
    before_bytes_ = resident_bytes();
  }

  // What an honest client gets meanwhile.
  void ask() const {
    const auto begun = std::chrono::steady_clock::now();
    EXPECT_TRUE(connect().call("version", json::object(), 20s).contains("protocol"));
    slowest_ = std::max(slowest_, std::chrono::steady_clock::now() - begun);
  }
  [[nodiscard]] long resident_bytes() const {
    std::ifstream in("/proc/" + std::to_string(daemon_) + "/statm");
    long pages = 0;
    in >> pages >> pages;
    return pages * ::sysconf(_SC_PAGESIZE);
  }
  // Connected to the daemon now, as it says itself.
  [[nodiscard]] std::size_t clients() const {
    const std::string text = connect().call("metrics", json::object(), 20s).at("text");
    constexpr const char* kGauge = "\nclgauge_clients ";
    const std::size_t at = text.find(kGauge);
    return at == std::string::npos ? 0 : std::stoul(text.substr(at + std::strlen(kGauge)));
  }
  void expect_bounded() const { EXPECT_LE(resident_bytes() - before_bytes_, kMostGrowthBytes); }

  [[nodiscard]] int raw() const {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    socket().string().copy(address.sun_path, sizeof(address.sun_path) - 1);
    const int descriptor = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (::connect(descriptor, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0) {
      ::close(descriptor);
      return -1;
    }
    return descriptor;
  }

  long before_bytes_ = 0;
  mutable std::chrono::steady_clock::duration slowest_{};
};

TEST_F(HostileTest, MalformedRequests) {
  const std::vector<std::string> seeds = {
      R"({"jsonrpc":"2.0","id":1,"method":"predict","params":{"id":"k","sizes":{"n":1},"brief":true}})",
      R"({"jsonrpc":"2.0","id":2,"method":"select","params":{"candidates":[{"id":"k"}]}})",
      R"([{"jsonrpc":"2.0","id":3,"method":"version"},{"jsonrpc":"2.0","method":"cancel"}])",
      R"({"jsonrpc":"2.0","id":4,"method":"import","params":{"text":"{}","last":true}})",
      R"({"jsonrpc":"2.0","id":5,"method":"observe","params":{"seconds":1e999,"id":"k"}})",
      std::string(40, '[') + std::string(40, ']')};
  std::mt19937 random(11);
  const auto below = [&](std::size_t limit) {
    return std::uniform_int_distribution<std::size_t>(0, limit - 1)(random);
  };
  RpcClient client = connect();
  const long requests = asked_for("CLGAUGE_MALFORMED_REQUESTS", 10'000);
  constexpr long kTogether = 50;
  for (long sent = 0; sent < requests; sent += kTogether) {
    std::string lines;
    for (long i = 0; i < kTogether; ++i) {
      std::string line = seeds[below(seeds.size())];
      for (std::size_t change = below(4); change < 4; ++change) {
        line[below(line.size())] = static_cast<char>(below(256));
      }
      for (char& c : line) {
        c = c == '\n' ? ' ' : c;
      }
      lines += line + '\n';
    }
    // The last of them is sound, and is answered after all the others were read.
    client.send_line(lines + R"({"jsonrpc":"2.0","id":"end","method":"cancel","params":{}})");
    for (;;) {
      const auto answer = client.receive_line(30s);
      ASSERT_TRUE(answer.has_value()) << "after " << sent;
      if (json::parse(*answer).is_object() && json::parse(*answer).value("id", json()) == "end") {
        break;
      }
    }
    if (sent % 5000 == 0) {
      ask();
    }
  }
  expect_bounded();
}

TEST_F(HostileTest, OneThatNeverReadsAndOneThatDribbles) {
  const int deaf = raw();
  const int dribbling = raw();
  ASSERT_GE(std::min(deaf, dribbling), 0);
  std::string shouted;
  for (int i = 0; i < 200; ++i) {
    shouted += R"({"jsonrpc":"2.0","id":1,"method":"version","params":{"pad":")" +
               std::string(1000, 'x') + "\"}}\n";
  }
  for (int i = 0; i < 200; ++i) {
    static_cast<void>(::send(deaf, shouted.data(), shouted.size(), MSG_DONTWAIT | MSG_NOSIGNAL));
    static_cast<void>(::send(dribbling, "{", 1, MSG_DONTWAIT | MSG_NOSIGNAL));
    if (i % 20 == 0) {
      ask();
    }
  }
  expect_bounded();
  ::close(deaf);
  ::close(dribbling);
  ask();
}

TEST_F(HostileTest, TenThousandThatSayNothing) {
  constexpr std::size_t kIdle = 10'000;
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  if (limit.rlim_max < kIdle + 200) {
    GTEST_SKIP() << "a process may open " << limit.rlim_max << " files here: ulimit -Hn";
  }
  std::vector<pollfd> idle;
  for (std::size_t i = 0; i < kIdle; ++i) {
    idle.push_back({raw(), 0, 0});  // no event but that the daemon has hung up
    ASSERT_GE(idle.back().fd, 0) << "after " << i;
    if (i % 500 == 0) {
      ask();
    }
  }
  ask();  // the daemon accepts in order: it has them all
  EXPECT_EQ(::poll(idle.data(), idle.size(), 0), 0) << "the daemon has closed some";
  EXPECT_GE(clients(), kIdle);
  expect_bounded();
  for (const pollfd& client : idle) {
    ::close(client.fd);
  }
  ask();
}

TEST_F(HostileTest, UploadsThatNeverEnd) {
  RpcClient client = connect();
  const std::string piece(100'000, '[');
  int begun = 0;
  for (int i = 0; i < 40; ++i) {
    try {
      client.call("import", {{"text", piece}}, 20s);
      ++begun;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::usage) << error.what();
    }
  }
  EXPECT_EQ(begun, 8);
  ask();
  expect_bounded();
}

TEST_F(HostileTest, DeepAndLongDocuments) {
  RpcClient client = connect();
  const std::string deep(100'000, '[');
  EXPECT_THROW(client.call("import", {{"text", deep}, {"last", true}}, 60s), Error);
  EXPECT_THROW(client.call("import", {{"text", "\xf0\x9f\x98\x80"}, {"last", true}}, 60s), Error);
  ask();
}

}  // namespace
}  // namespace clgauge::service
