// The server with a handler that knows no kernels: lines, limits and hostile clients.
#include "service/daemon/server.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <atomic>
#include <fstream>
#include <set>
#include <thread>

#include <nlohmann/json.hpp>

#include "service/protocol/rpc_client.h"

namespace clgauge::service {
namespace {

using namespace std::chrono_literals;

// A socket of somebody else's.
int listen_at(const std::filesystem::path& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  path.string().copy(address.sun_path, sizeof(address.sun_path) - 1);
  const int descriptor = ::socket(AF_UNIX, SOCK_STREAM, 0);
  EXPECT_EQ(::bind(descriptor, reinterpret_cast<const sockaddr*>(&address), sizeof(address)), 0);
  EXPECT_EQ(::listen(descriptor, 1), 0);
  return descriptor;
}

class ServerTest : public ::testing::Test {
 protected:
  ServerTest() {
    auto pattern = (std::filesystem::temp_directory_path() / "clgauge-server-XXXXXX").string();
    folder_ = ::mkdtemp(pattern.data());
    socket_ = folder_ / "run" / "clgauged.sock";
  }
  ~ServerTest() override {
    stop();
    std::filesystem::remove_all(folder_);
  }

  void start(const ServerLimits& limits = {}) {
    RequestHandler handler;
    handler.known = [](const RpcRequest& request) {
      return request.method == "echo" || request.method == "slow" || request.method == "fail" ||
             request.method == "subscribe";
    };
    handler.quick = [](const RpcRequest& request) { return request.method != "slow"; };
    handler.answer = [this](const RpcRequest& request) -> nlohmann::json {
      if (request.method == "fail") {
        throw Error(ErrorKind::store, "no store", "line 1\nline 2");
      }
      while (request.method == "slow" && hold_) {
        std::this_thread::sleep_for(1ms);
      }
      return request.params;
    };
    server_ = std::make_unique<Server>(ListeningSocket::acquire(socket_), std::move(handler),
                                       metrics_, limits);
    thread_ = std::thread([this] { server_->run(); });
  }
  void stop() {
    hold_ = false;
    if (server_) {
      server_->stop();
      thread_.join();
      server_.reset();
    }
  }
  RpcClient connect() const {
    auto client = RpcClient::connect(socket_);
    EXPECT_TRUE(client.has_value());
    return std::move(*client);
  }

  std::filesystem::path folder_;
  std::filesystem::path socket_;
  std::atomic<bool> hold_{false};
  Metrics metrics_;
  std::unique_ptr<Server> server_;
  std::thread thread_;
};

TEST_F(ServerTest, AnswersAndSaysWhatFailed) {
  start();
  RpcClient client = connect();
  EXPECT_EQ(client.call("echo", {{"n", 5}}, 5s).at("n"), 5);
  EXPECT_EQ(client.call("slow", {{"n", 6}}, 5s).at("n"), 6);
  try {
    client.call("fail", nlohmann::json::object(), 5s);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::store);
    EXPECT_EQ(error.detail(), "line 1\nline 2");
  }
  client.send_line(R"({"jsonrpc":"2.0","id":9,"method":"dance"})");
  EXPECT_NE(client.receive_line(5s).value_or("").find("-32601"), std::string::npos);
}

TEST_F(ServerTest, OnlyTheOwnerMayConnect) {
  start();
  struct stat status {};
  ASSERT_EQ(::stat(socket_.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0600U);
  ASSERT_EQ(::stat(socket_.parent_path().c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0700U);
}

TEST_F(ServerTest, PipelinedRequestsAreAllAnswered) {
  start();
  RpcClient client = connect();
  constexpr int kRequests = 5000;
  std::string lines;
  for (int i = 0; i < kRequests; ++i) {
    lines += R"({"jsonrpc":"2.0","method":"echo","id":)" + std::to_string(i) + "}\n";
  }
  lines.pop_back();
  std::thread sender([&] { client.send_line(lines); });
  std::set<int> ids;
  for (int i = 0; i < kRequests; ++i) {
    const auto line = client.receive_line(10s);
    ASSERT_TRUE(line.has_value()) << i;
    ids.insert(nlohmann::json::parse(*line).at("id").get<int>());
  }
  sender.join();
  EXPECT_EQ(ids.size(), static_cast<std::size_t>(kRequests));
}

TEST_F(ServerTest, ABatchIsOneLineWithoutItsNotifications) {
  start();
  RpcClient client = connect();
  client.send_line(R"([{"jsonrpc":"2.0","method":"echo","id":1},)"
                   R"({"jsonrpc":"2.0","method":"slow","id":2},)"
                   R"({"jsonrpc":"2.0","method":"echo"},5])");
  const auto line = client.receive_line(5s);
  ASSERT_TRUE(line.has_value());
  EXPECT_EQ(nlohmann::json::parse(*line).size(), 3U);
}

TEST_F(ServerTest, ALineThatIsTooLongIsRefusedAndTheNextOneAnswered) {
  start();
  RpcClient client = connect();
  std::thread sender([&] {
    client.send_line(std::string(3 * kMaxLineBytes, 'x'));
    client.send_line(R"({"jsonrpc":"2.0","method":"echo","id":1})");
  });
  const auto refusal = client.receive_line(10s);
  const auto answer = client.receive_line(10s);
  sender.join();
  ASSERT_TRUE(refusal && answer);
  EXPECT_NE(refusal->find("1 MiB"), std::string::npos);
  EXPECT_EQ(nlohmann::json::parse(*answer).at("id"), 1);
}

TEST_F(ServerTest, AClientThatNeverReadsStopsNobodyElse) {
  start();
  RpcClient deaf = connect();
  std::atomic<bool> done{false};
  std::thread shouting([&] {
    const std::string line = R"({"jsonrpc":"2.0","method":"echo","id":1,"params":{"x":")" +
                             std::string(9999, 'x') + "\"}}";
    try {
      for (int i = 0; i < 4000 && !done; ++i) {
        deaf.send_line(line);  // blocks once both sides' buffers are full
      }
    } catch (const Error&) {
      // closed by the server when it stops
    }
  });
  RpcClient other = connect();
  for (int i = 0; i < 200; ++i) {
    EXPECT_EQ(other.call("echo", {{"n", i}}, 10s).at("n"), i);
  }
  done = true;
  stop();
  shouting.join();
}

TEST_F(ServerTest, TooManySlowRequestsAreRefusedAsBusy) {
  hold_ = true;
  ServerLimits limits;
  limits.pending = 4;
  start(limits);
  RpcClient client = connect();
  for (int i = 0; i < 6; ++i) {
    client.send_line(R"({"jsonrpc":"2.0","method":"slow","id":)" + std::to_string(i) + "}");
  }
  int busy = 0;
  for (int i = 0; i < 2; ++i) {
    busy += client.receive_line(5s).value_or("").find("-32005") != std::string::npos ? 1 : 0;
  }
  EXPECT_EQ(busy, 2);
  hold_ = false;
  for (int i = 0; i < 4; ++i) {
    EXPECT_TRUE(client.receive_line(5s).has_value());
  }
}

TEST_F(ServerTest, BeyondTheLimitTheIdlestClientGoes) {
  ServerLimits limits;
  limits.clients = 50;
  start(limits);
  std::vector<RpcClient> idle;
  for (int i = 0; i < 200; ++i) {
    idle.push_back(connect());
  }
  RpcClient client = connect();
  EXPECT_EQ(client.call("echo", {{"n", 1}}, 5s).at("n"), 1);
}

TEST_F(ServerTest, ASecondDaemonSaysSoAndADeadOnesSocketIsReplaced) {
  start();
  EXPECT_THROW((void)ListeningSocket::acquire(socket_), Error);
  stop();
  close(listen_at(socket_));  // as one that was killed leaves it
  start();
  EXPECT_EQ(connect().call("echo", {{"n", 2}}, 5s).at("n"), 2);
}

TEST_F(ServerTest, WhatIsNoDeadSocketIsLeftAlone) {
  std::filesystem::create_directory(socket_.parent_path());
  std::filesystem::permissions(socket_.parent_path(), std::filesystem::perms::owner_all);
  std::ofstream(socket_.string()) << "somebody's file";
  EXPECT_THROW((void)ListeningSocket::acquire(socket_), Error);
  EXPECT_EQ(std::filesystem::file_size(socket_), std::string("somebody's file").size());
  std::filesystem::remove(socket_);
  const int other = listen_at(socket_);
  EXPECT_THROW((void)ListeningSocket::acquire(socket_), Error);
  EXPECT_TRUE(std::filesystem::is_socket(socket_));
  close(other);
}

TEST_F(ServerTest, SubscribersAreNotified) {
  start();
  RpcClient client = connect();
  client.call("subscribe", nlohmann::json::object(), 5s);
  server_->notify({{"jsonrpc", "2.0"}, {"method", "job"}, {"params", {{"state", "running"}}}});
  EXPECT_EQ(client.next_event(5s).value_or(nlohmann::json()).value("state", ""), "running");
}

TEST_F(ServerTest, WhatIsUnderWayIsAnsweredBeforeItStops) {
  hold_ = true;
  start();
  RpcClient client = connect();
  client.send_line(R"({"jsonrpc":"2.0","method":"slow","id":1})");
  while (metrics_.prometheus().find("clgauge_clients 1") == std::string::npos) {
    std::this_thread::sleep_for(1ms);
  }
  client.call("echo", nlohmann::json::object(), 5s);  // so the slow one has been read
  server_->stop();
  std::this_thread::sleep_for(20ms);
  hold_ = false;
  EXPECT_TRUE(client.receive_line(5s).has_value());
}

}  // namespace
}  // namespace clgauge::service
