#include "lens/process/protocol.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/error.h"

namespace clgauge::lens {
namespace {

using nlohmann::json;

LensRequest some_request() {
  LensRequest request;
  request.object = std::string(
      "\x7f"
      "ELF\0\xff",
      6);
  request.kernel = "k";
  request.launch.dimensions = 2;
  request.launch.global = {64, 32, 1};
  request.launch.local = {16, 8, 1};
  using Kind = EvaluatedArgument::Kind;
  request.launch.arguments = {{Kind::buffer, {}, buffer_address(0), 4096},
                              {Kind::local, {}, 0, 512},
                              {Kind::scalar, {1, 2, 3, 255}, 0, 0}};
  request.machine.cores = 3;
  request.machine.processor = "znver3";
  request.machine.translations_cost = false;
  request.machine.core.l2.ways = 5;
  request.machine.core.tlb1.replacement = Replacement::lru;
  return request;
}

TEST(LensProtocol, RequestsRoundTripAndSendAnObjectOnce) {
  LensRequest other = some_request();
  other.kernel = "other";
  const json sent = requests_json({some_request(), other});
  EXPECT_EQ(sent.at("objects").size(), 1U);
  const auto back = requests_from_json(json::parse(sent.dump()));
  ASSERT_EQ(back.size(), 2U);
  EXPECT_EQ(back[0].object, some_request().object);
  EXPECT_EQ(back[1].kernel, "other");
  EXPECT_EQ(back[0].launch.arguments[2].value, some_request().launch.arguments[2].value);
  EXPECT_EQ(back[0].launch.arguments[0].address, buffer_address(0));
  EXPECT_EQ(back[0].machine.core.tlb1.replacement, Replacement::lru);
  EXPECT_EQ(back[0].machine.processor, "znver3");
  EXPECT_EQ(requests_json(back), sent);
}

TEST(LensProtocol, WhatLoopsAreExplainedByIsSentWithThem) {
  LensRequest request = some_request();
  request.explains_loops = true;
  request.lined_object = "with lines";
  const json sent = requests_json({request, some_request()});
  EXPECT_EQ(sent.at("objects").size(), 2U);
  const auto back = requests_from_json(json::parse(sent.dump()));
  EXPECT_TRUE(back.at(0).explains_loops);
  EXPECT_EQ(back[0].lined_object, "with lines");
  EXPECT_EQ(back[0].object, some_request().object);
  EXPECT_FALSE(back.at(1).explains_loops);
  EXPECT_EQ(back[1].lined_object, "");
}

TEST(LensProtocol, WhatSaysOfDenormalNumbersIsSent) {
  LensRequest request = some_request();
  request.launch.flushes_denormals = true;
  request.launch.arguments[0].likely_content = std::string("\0\xff", 2);
  const auto back = requests_from_json(json::parse(requests_json({request}).dump()));
  EXPECT_TRUE(back.at(0).launch.flushes_denormals);
  EXPECT_EQ(back[0].launch.arguments[0].likely_content, std::string("\0\xff", 2));
  EXPECT_EQ(back[0].launch.arguments[0].content, "");
}

TEST(LensProtocol, AnswersRoundTrip) {
  LensAnswer answer;
  answer.features = {{"f_lens_cycles", 12.5}};
  answer.loops = {{"k+0x10", {"part.h", 12, 15}, 4, 3, 4.5, 0.9, true, {{"f_lens_cycles", 3.5}}},
                  {"k+0x90", {}, 1, 1, 2, 0.1, false, {}}};
  answer.explains_loops = true;
  answer.likely = {{"f_lens_assists", 3}};
  answer.calls = {{"expf", 2}};
  answer.unknown_opcodes = {"VFOO"};
  answer.overruns = {{2, 4096, 0, 64, true}};
  answer.seconds = 0.01;
  LensAnswer refused;
  refused.refusal = "why";
  const json sent = answers_json({answer, refused});
  const auto back = answers_from_json(json::parse(sent.dump()));
  ASSERT_EQ(back.size(), 2U);
  ASSERT_EQ(back[0].overruns.size(), 1U);
  EXPECT_EQ(back[0].overruns[0].argument, 2U);
  EXPECT_EQ(back[0].overruns[0].size_bytes, 4096U);
  EXPECT_EQ(back[0].overruns[0].behind_bytes, 64U);
  EXPECT_TRUE(back[0].overruns[0].is_stored);
  EXPECT_TRUE(back[1].overruns.empty());
  EXPECT_EQ(back[0].features, answer.features);
  EXPECT_TRUE(back[0].loops.at(0).waits_for_results);
  EXPECT_EQ(back[0].loops.at(0).lines, answer.loops.at(0).lines);
  EXPECT_EQ(back[0].loops.at(0).copies, 4U);
  EXPECT_EQ(back[0].loops.at(0).features, answer.loops.at(0).features);
  EXPECT_EQ(back[0].loops.at(1).lines, SourceSpan());
  EXPECT_EQ(back[0].loops.at(1).copies, 1U);
  EXPECT_TRUE(back[0].explains_loops);
  EXPECT_EQ(back[0].likely, answer.likely);
  EXPECT_TRUE(back[1].likely.empty());
  EXPECT_EQ(back[1].refusal, "why");
  EXPECT_EQ(answers_json(back), sent);
}

TEST(LensProtocol, WhatIsKeptOfALookRoundTrips) {
  const json launch = launch_json(some_request().launch);
  EXPECT_EQ(launch_json(launch_from_json(json::parse(launch.dump()))), launch);
  LensAnswer answer;
  answer.features = {{"f_lens_cycles", 0.1 + 0.2}};
  answer.refusal = "why";
  EXPECT_EQ(answer_json(answer_from_json(json::parse(answer_json(answer).dump()))),
            answer_json(answer));
  EXPECT_THROW((void)launch_from_json(json::parse("{}")), Error);
  EXPECT_THROW((void)answer_from_json(json::parse("[]")), Error);
}

TEST(LensProtocol, RefusesWhatIsNone) {
  for (const char* text : {"null", "{}", R"({"objects":["*"],"requests":[]})",
                           R"({"objects":[],"requests":[{"object":0}]})", R"({"answers":[{}]})"}) {
    EXPECT_THROW((void)requests_from_json(json::parse(text)), Error) << text;
  }
  EXPECT_THROW((void)answers_from_json(json::parse(R"({"answers":[{}]})")), Error);
  for (const char* text : {"null", "{}", "[]"}) {  // of who starts the program by hand
    try {
      (void)requests_from_json(json::parse(text));
    } catch (const Error& error) {
      EXPECT_STREQ(error.what(), kStartedByClgauge) << text;
    }
  }
}

}  // namespace
}  // namespace clgauge::lens
