// Groups walked on two threads, beside the same on one.
#include "lens/launch/group_walks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "lens/launch/sample_launch.h"

namespace clgauge::lens {
namespace {

using Wanted = GroupWalks::Wanted;
constexpr Wanted kTrace{.recorded = {.trace = true}};

// Groups differ, some give up what the next ones are walked by, some are refused.
class FakeEvaluator final : public GroupEvaluator {
 public:
  explicit FakeEvaluator(std::uint64_t gives_up_each) : gives_up_each_(gives_up_each) {}

  GroupTrace evaluate(const GroupId& group, AccessSink& sink) override {
    const std::uint64_t number = group[0] + 100 * group[1];
    if (number % gives_up_each_ == 3) {
      given_up_.loops.push_back(static_cast<std::uint32_t>(number));
    }
    std::vector<MemoryAccess> accesses;
    for (std::uint64_t i = 0; i < 500 + number % 7; ++i) {
      accesses.push_back(
          {buffer_address(0) + 4096 * number + 64 * i, 0, 32, MemoryRegion::buffer, i % 3 == 0});
    }
    for (int batch = 0; batch < 8; ++batch) {
      sink.consume(accesses);
    }
    if (number % 11 == 5) {
      throw Error(ErrorKind::unsupported, "group " + std::to_string(number));
    }
    GroupTrace trace;
    trace.block_counts = {1};
    trace.instructions = 1000 * (1 + given_up_.loops.size());
    return trace;
  }
  [[nodiscard]] GivenUp given_up() const override { return given_up_; }
  void give_up(const GivenUp& before) override { given_up_ = before; }
  [[nodiscard]] std::unique_ptr<GroupEvaluator> another() const override {
    return std::make_unique<FakeEvaluator>(gives_up_each_);
  }

 private:
  std::uint64_t gives_up_each_;
  GivenUp given_up_;
};

SampledCode code_of_fake() {
  SampledCode code;
  code.kinds = {InstructionKind::plain};
  std::vector<EvaluatedArgument> arguments(1);
  arguments[0].kind = EvaluatedArgument::Kind::buffer;
  arguments[0].address = buffer_address(0);
  arguments[0].size_bytes = 50ULL * 4096;
  code.ends = BufferEnds(arguments);
  return code;
}

// What a walk of these groups says, one after the other; `random` expects some of them, and others.
std::vector<std::string> walk(const std::vector<GroupId>& groups, std::uint64_t gives_up_each,
                              SecondThread* second, std::mt19937_64* random) {
  const SampledCode code = code_of_fake();
  FakeEvaluator evaluator(gives_up_each);
  GroupWalks walks(code, evaluator, {second, nullptr});
  std::vector<std::string> all;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (random != nullptr && (*random)() % 3 == 0) {
      std::vector<GroupWalks::Expected> expected;
      for (std::size_t ahead = i; ahead < std::min(i + 6, groups.size()); ++ahead) {
        if ((*random)() % 4 != 0) {
          expected.push_back({groups[ahead], kTrace});
        }
      }
      std::shuffle(expected.begin(), expected.end(), *random);
      expected.insert(expected.begin(), {{99, 99, 0}, kTrace});
      walks.expect(std::move(expected));
    }
    try {
      const WalkedGroup group = walks.run(groups[i], kTrace);
      all.push_back(std::to_string(group.counts.instructions) + " " +
                    std::to_string(group.record.trace.size()) + " " +
                    std::to_string(group.record.trace.back().address));
    } catch (const Error& error) {
      all.emplace_back(error.what());
    }
  }
  for (const Overrun& overrun : walks.ends().overruns()) {
    all.push_back(std::to_string(overrun.behind_bytes));
  }
  return all;
}

TEST(GroupWalks, SayOnTwoThreadsWhatTheySayOnOne) {
  std::mt19937_64 random(5);
  SecondThread second;
  for (int round = 0; round < 100; ++round) {
    std::vector<GroupId> groups;
    for (int i = 0; i < 20; ++i) {
      groups.push_back({random() % 40, random() % 3, 0});
    }
    const std::uint64_t gives_up_each = round % 2 == 0 ? 10 : 1000;
    EXPECT_EQ(walk(groups, gives_up_each, &second, &random),
              walk(groups, gives_up_each, nullptr, nullptr));
  }
}

TEST(GroupWalks, AGroupOfMuchWorkSaysWhatIsExpectedBehindIt) {
  const SampledCode code = code_of_fake();
  FakeEvaluator evaluator(1000);
  SecondThread second;
  GroupWalks walks(code, evaluator, {&second, nullptr});
  int asked = 0;
  const auto those = [&] {
    ++asked;
    return std::vector<GroupWalks::Expected>{{{8, 0, 0}, kTrace}};
  };
  EXPECT_EQ(walks.run({7, 0, 0}, kTrace, 1 << 20, those).record.counts.all, 4000U);
  EXPECT_EQ(asked, 0) << "it is less work";
  EXPECT_EQ(walks.run({7, 0, 0}, kTrace, 2000, those).record.counts.all, 4000U);
  EXPECT_EQ(asked, 1);
  EXPECT_EQ(walks.run({8, 0, 0}, kTrace).record.counts.all, 4008U);
}

// A walk that nobody asks for is left in its midst.
TEST(GroupWalks, WhatNobodyAsksForIsNotWalkedToItsEnd) {
  class Endless final : public GroupEvaluator {
   public:
    explicit Endless(bool is_endless) : is_endless_(is_endless) {}
    GroupTrace evaluate(const GroupId&, AccessSink& sink) override {
      const std::vector<MemoryAccess> accesses(16, {buffer_address(0), 0, 4, MemoryRegion::buffer});
      do {
        sink.consume(accesses);
      } while (is_endless_);
      return {};
    }
    [[nodiscard]] std::unique_ptr<GroupEvaluator> another() const override {
      return std::make_unique<Endless>(true);
    }

   private:
    bool is_endless_;
  };
  const SampledCode code = code_of_fake();
  Endless evaluator(false);
  SecondThread second;
  GroupWalks walks(code, evaluator, {&second, nullptr});
  walks.expect({{{1, 0, 0}, {}}});
  EXPECT_EQ(walks.run({2, 0, 0}, {}).record.counts.all, 16U);
  walks.expect({{{3, 0, 0}, {}}});
  EXPECT_EQ(walks.run({4, 0, 0}, {}).record.counts.all, 16U);
}

TEST(TraceStorage, GivesWhatWillDo) {
  TraceStorage storage;
  AccessTrace small = storage.take(10);
  AccessTrace large = storage.take(1000);
  const Access* const place = large.data();
  large.resize(5);
  large.repeated.push_back({0, 1, 2});
  storage.give_back(std::move(large));
  storage.give_back(std::move(small));
  const AccessTrace again = storage.take(500);
  EXPECT_EQ(again.data(), place);
  EXPECT_TRUE(again.empty());
  EXPECT_TRUE(again.repeated.empty());
  EXPECT_LT(storage.take(5).capacity(), 1000U);
}

}  // namespace
}  // namespace clgauge::lens
