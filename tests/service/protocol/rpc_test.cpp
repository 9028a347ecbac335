#include "service/protocol/rpc.h"

#include <gtest/gtest.h>

#include <random>

namespace clgauge::service {
namespace {

RpcRequest only_request(const std::string& line) {
  const RpcMessage message = parse_message(line);
  EXPECT_EQ(message.entries.size(), 1U);
  return std::get<RpcRequest>(message.entries.at(0));
}

nlohmann::json only_refusal(const std::string& line) {
  const RpcMessage message = parse_message(line);
  EXPECT_EQ(message.entries.size(), 1U);
  const auto* refusal = std::get_if<nlohmann::json>(&message.entries.at(0));
  return refusal == nullptr ? nlohmann::json() : *refusal;
}

int code_of_refusal(const std::string& line) {
  return only_refusal(line).at("error").at("code").get<int>();
}

TEST(Rpc, ReadsARequestAndIgnoresWhatItDoesNotKnow) {
  const RpcRequest request = only_request(
      R"({"jsonrpc":"2.0","id":7,"method":"predict","params":{"id":"k"},"trace":"new"})");
  EXPECT_EQ(request.method, "predict");
  EXPECT_EQ(request.params, (nlohmann::json{{"id", "k"}}));
  EXPECT_EQ(request.id, nlohmann::json(7));
}

TEST(Rpc, WithoutIdItIsANotification) {
  EXPECT_FALSE(only_request(R"({"jsonrpc":"2.0","method":"version"})").id.has_value());
}

TEST(Rpc, RefusalsHaveTheSpecificationsCodes) {
  EXPECT_EQ(code_of_refusal("{\"jsonrpc\":"), -32700);
  EXPECT_EQ(code_of_refusal("[]"), -32600);
  EXPECT_EQ(code_of_refusal("1"), -32600);
  EXPECT_EQ(code_of_refusal(R"({"id":1,"method":"version"})"), -32600);
  EXPECT_EQ(code_of_refusal(R"({"jsonrpc":"2.0","id":1,"method":5})"), -32600);
  EXPECT_EQ(code_of_refusal(R"({"jsonrpc":"2.0","id":{},"method":"version"})"), -32600);
  EXPECT_EQ(code_of_refusal(R"({"jsonrpc":"2.0","id":1,"method":"version","params":[1]})"), -32602);
}

TEST(Rpc, ARefusalKeepsTheIdWhereThereIsOne) {
  EXPECT_EQ(only_refusal(R"({"id":"a","method":"version"})").at("id"), "a");
  EXPECT_TRUE(only_refusal("nonsense").at("id").is_null());
}

TEST(Rpc, ABatchKeepsItsGoodRequests) {
  const RpcMessage message =
      parse_message(R"([{"jsonrpc":"2.0","id":1,"method":"version"}, 5, {"jsonrpc":"2.0"}])");
  EXPECT_TRUE(message.batch);
  ASSERT_EQ(message.entries.size(), 3U);
  EXPECT_TRUE(std::holds_alternative<RpcRequest>(message.entries[0]));
  EXPECT_TRUE(std::holds_alternative<nlohmann::json>(message.entries[1]));
  EXPECT_TRUE(std::holds_alternative<nlohmann::json>(message.entries[2]));
}

TEST(Rpc, DepthIsLimitedBeforeParsing) {
  EXPECT_EQ(code_of_refusal(std::string(900'000, '[')), -32600);
  EXPECT_EQ(code_of_refusal(std::string(kMaxDepth + 1, '[') + std::string(kMaxDepth + 1, ']')),
            -32600);
  // Brackets in strings are no depth.
  const std::string brackets(100, '[');
  EXPECT_EQ(only_request(R"({"jsonrpc":"2.0","id":1,"method":"\")" + brackets + "\"}").method,
            "\"" + brackets);
}

TEST(Rpc, BytesThatAreNoUtf8AreAnswered) {
  const nlohmann::json answer = error_answer(nullptr, RpcCode::internal, "bad \xff byte");
  EXPECT_NE(line_of(answer).find("bad "), std::string::npos);
}

TEST(Rpc, MutatedRequestsNeverThrow) {
  const std::string good =
      R"([{"jsonrpc":"2.0","id":1,"method":"predict","params":{"id":"k","sizes":{"n":12}}}])";
  std::mt19937_64 random(std::random_device{}());
  for (int i = 0; i < 20'000; ++i) {
    std::string line = good;
    for (auto flips = random() % 6; flips > 0; --flips) {
      line[random() % line.size()] = static_cast<char>(random() % 256);
    }
    line.resize(random() % 8 == 0 ? random() % line.size() : line.size());
    const RpcMessage message = parse_message(line);
    EXPECT_FALSE(message.entries.empty()) << line;
  }
}

}  // namespace
}  // namespace clgauge::service
