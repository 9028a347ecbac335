// docs/protocol.md is what clients are written from: its examples are sent to a real clgauged.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <sstream>
#include <thread>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/paths.h"
#include "service/protocol/rpc_client.h"
#include "tests/service/daemon/clgauged_fixture.h"

namespace clgauge::service {
namespace {

using namespace std::chrono_literals;

struct Example {
  std::string request;
  std::string answer;
};

std::vector<Example> examples() {
  std::istringstream text(read_file(std::string(CLGAUGE_SOURCE_DIR) + "/docs/protocol.md"));
  std::vector<Example> list;
  std::string line;
  while (std::getline(text, line)) {
    if (line.rfind("> {", 0) == 0) {
      Example example{line.substr(2), {}};
      std::getline(text, example.answer);
      list.push_back(example);
    }
  }
  return list;
}

// Each piece between "..." must come in this order.
bool fits(const std::string& answer, const std::string& pattern) {
  std::size_t at = 0;
  std::size_t begin = 0;
  while (begin <= pattern.size()) {
    const std::size_t end = std::min(pattern.find("...", begin), pattern.size());
    const std::string piece = pattern.substr(begin, end - begin);
    const std::size_t found = answer.find(piece, at);
    if (found == std::string::npos) {
      return false;
    }
    at = found + piece.size();
    begin = end + 3;
  }
  return true;
}

TEST_F(ClgaugedTest, AnswersTheExamplesOfItsDocumentation) {
  const auto list = examples();
  ASSERT_GE(list.size(), 10U);
  RpcClient client = connect();
  for (const Example& example : list) {
    client.send_line(example.request);
    const auto answer = client.receive_line(60s);
    ASSERT_TRUE(answer.has_value()) << example.request;
    // The kernel's own members of count's result come in any order around the id.
    const std::string shown =
        example.answer.rfind("{\"accesses\"", 0) == 0
            ? nlohmann::json::parse(*answer).value("result", nlohmann::json()).dump()
            : *answer;
    EXPECT_TRUE(fits(shown, example.answer)) << example.request << "\n" << *answer;
  }
}

TEST_F(ClgaugedTest, EveryMethodIsDocumented) {
  const std::string text = read_file(std::string(CLGAUGE_SOURCE_DIR) + "/docs/protocol.md");
  RpcClient client = connect();
  for (const auto& method : client.call("version", nlohmann::json::object(), 60s).at("methods")) {
    EXPECT_NE(text.find(method.get<std::string>()), std::string::npos) << method;
  }
}

TEST_F(ClgaugedTest, AKernelIsCountedOnceAndThenNamed) {
  RpcClient client = connect();
  const nlohmann::json query = {
      {"source", "kernel void f(global float* a) { a[get_global_id(0)] += 1; }"},
      {"global", {"n"}},
      {"local", {16}},
      {"sizes", {{"n", 64}}}};
  const nlohmann::json counted = client.call("count", query, 60s);
  const nlohmann::json again =
      client.call("count", {{"id", counted.at("id")}, {"sizes", {{"n", 64}}}}, 60s);
  EXPECT_EQ(again, counted);
  EXPECT_THROW(client.call("predict", {{"id", counted.at("id")}, {"sizes", {{"n", 64}}}}, 60s),
               Error);  // nothing has been calibrated
}

TEST_F(ClgaugedTest, WhatHasNoFormulaIsCountedAtTheSizes) {
  RpcClient client = connect();
  const nlohmann::json query = {
      {"source",
       "kernel void f(global int* a, int n) { int s = 0;"
       " for (int v = n; v != 1; v = v & 1 ? 3 * v + 1 : v / 2) s += a[v]; a[0] = s; }"},
      {"global", {1}},
      {"local", {1}},
      {"sizes", {{"n", 6}}}};
  const nlohmann::json array = client.call("count", query, 60s).at("arrays").at(0);
  EXPECT_EQ(array.at("accesses"), 9);  // 6 3 10 5 16 8 4 2, and the store
  EXPECT_EQ(array.at("footprint").at("value"), 9);
  EXPECT_EQ(array.at("footprint").at("flag"), "exact");
}

TEST_F(ClgaugedTest, ClientsCannotMakeItReadFiles) {
  RpcClient client = connect();
  const auto refused = [&](const nlohmann::json& params) {
    EXPECT_THROW(client.call("count", params, 60s), Error) << params;
  };
  refused({{"source", "#include \"/etc/passwd\"\nkernel void f(global int* a) { a[0] = 1; }"},
           {"global", {16}},
           {"local", {16}}});
  refused({{"source", "kernel void f(global int* a) { a[0] = 1; }"},
           {"global", {16}},
           {"local", {16}},
           {"options", "-include /etc/passwd"}});
  refused({{"source", "kernel void f(global int* a) { a[0] = 1; }"},
           {"global", {16}},
           {"local", {16}},
           {"options", "-I/etc"}});
}

TEST_F(ClgaugedTest, ASecondOneSaysThatOneRuns) {
  (void)connect();
  const pid_t second = start();
  int status = 0;
  ::waitpid(second, &status, 0);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 2);
}

}  // namespace
}  // namespace clgauge::service
