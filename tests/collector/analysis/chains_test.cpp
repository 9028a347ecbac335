#include "collector/analysis/chains.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "collector/analysis/heaviest_cycle.h"
#include "model_of.h"

namespace clgauge::collector {
namespace {

KernelModel with_loop(const std::string& before, const std::string& body,
                      const std::string& after) {
  LaunchDescription launch;
  launch.global = {"n"};
  launch.local = {"16"};
  return test::model_of(
      "kernel void k(global float* a, global const int* next, global float8* v, int n) {\n"
      "  const int g = get_global_id(0);\n" +
          before + "  for (int i = 0; i < n; i++) {\n" + body + "  }\n" + after + "}\n",
      launch);
}

Chain chain_of(const std::string& before, const std::string& body, const std::string& after) {
  return with_loop(before, body, after).loops.front().chain;
}

TEST(Chains, IndependentAccumulatorsDoNotAddUp) {
  const Chain one = chain_of("float s = 0;", "s = fma(a[i], a[g + i], s);", "a[g] = s;");
  EXPECT_EQ(one.arithmetic, 1);
  EXPECT_EQ(one.loads, 0);
  EXPECT_EQ(one.simple, 0);
  EXPECT_EQ(one.bytes, 4);
  const Chain four =
      chain_of("float s = 0, t = 0, u = 0, w = 0;",
               "s += a[i]; t += a[i + 1]; u += a[i + 2]; w += a[i + 3];", "a[g] = s + t + u + w;");
  EXPECT_EQ(four.cycles(), one.cycles());
}

TEST(Chains, CountsByClassWhatEachIterationWaitsFor) {
  const Chain square = chain_of("float x = a[g];", "x = x * x; x = x + a[i];", "a[g] = x;");
  EXPECT_EQ(square.arithmetic, 2);
  const Chain quotient = chain_of("float x = a[g];", "x = sqrt(x / a[i]);", "a[g] = x;");
  EXPECT_EQ(quotient.divisions, 2);
  const Chain function = chain_of("float x = a[g];", "x = exp(-x);", "a[g] = x;");
  EXPECT_EQ(function.functions, 1);
  EXPECT_EQ(function.simple, 1);
  const Chain hash = chain_of("uint x = g;", "x = (x ^ (x >> 3)) * 16777619u;", "a[g] = (float)x;");
  EXPECT_EQ(hash.simple, 2);
  EXPECT_EQ(hash.arithmetic, 1);
  const Chain pointers = chain_of("int p = g;", "p = next[p];", "a[g] = p;");
  EXPECT_EQ(pointers.loads, 1);
  const Chain vector = chain_of("float8 s = 0;", "s += v[i];", "v[g] = s;");
  EXPECT_EQ(vector.arithmetic, 1);
  EXPECT_EQ(vector.bytes, 32);
}

TEST(Chains, CountersAndAddressesAreNone) {
  EXPECT_EQ(chain_of("", "a[g + i * 16] = 1.0f;", "").cycles(), 0);
  EXPECT_EQ(chain_of("int at = g;", "a[at] = 1.0f; at += 16;", "").cycles(), 0);
}

TEST(Chains, WhatGoesAroundThroughTwoVariablesComesBackEverySecondTime) {
  const Chain swapped = chain_of("float s = a[g], t = a[g + 1];",
                                 "const float old = s; s = t; t = old * a[i];", "a[g] = s + t;");
  EXPECT_EQ(swapped.arithmetic, 0.5);
  const Chain fibonacci = chain_of("float s = a[g], t = a[g + 1];",
                                   "const float old = t; t = s + t; s = old;", "a[g] = s + t;");
  EXPECT_EQ(fibonacci.arithmetic, 1);
}

TEST(Chains, AnInnerLoopCountsForItself) {
  const KernelModel model = with_loop(
      "float s = 0;", "for (int j = 0; j < i; j++) { s += a[j]; }\n s = s * a[i];", "a[g] = s;");
  ASSERT_EQ(model.loops.size(), 2U);
  EXPECT_EQ(model.loops[0].chain.arithmetic, 1);
  EXPECT_EQ(model.loops[1].chain.arithmetic, 1);
}

TEST(Chains, TheLongerWayThroughABranchCounts) {
  const Chain chain =
      chain_of("float s = a[g];",
               "if (a[i] > 0.0f) { s = s * a[i]; s = s + 1.0f; } else { s = -s; }", "a[g] = s;");
  EXPECT_EQ(chain.arithmetic, 2);
}

TEST(Chains, OutsideOfLoopsTheLongestPathCounts) {
  const KernelModel horner =
      with_loop("float x = a[g], s = fma(x, x, 1.0f); s = fma(s, x, 2.0f); s = fma(s, x, 3.0f);",
                "a[i] = s;", "");
  EXPECT_EQ(horner.straight_chain.loads, 1);
  EXPECT_EQ(horner.straight_chain.arithmetic, 3);
  EXPECT_EQ(horner.loops.front().chain.cycles(), 0);
}

// x2 = fma(x0, x2, x1) and the like, of variables that are all used in the end.
struct RandomLoop {
  struct Statement {
    std::size_t target = 0;
    std::array<std::size_t, 2> sources{};
    std::size_t kind = 0;
  };
  struct Kind {
    const char* text;
    double cycles;
  };
  static constexpr std::array<Kind, 4> kKinds{{{"{0} = {1} + {2};", 4},
                                               {"{0} = {1} / {2};", 14},
                                               {"{0} = fma({1}, {1}, {2});", 4},
                                               {"{0} = exp({1});", 50}}};

  explicit RandomLoop(std::uint32_t seed) {
    std::mt19937 random(seed);
    variables = 1 + random() % 6;
    statements.resize(1 + random() % 8);
    for (Statement& each : statements) {
      each = {random() % variables, {random() % variables, random() % variables}, random() % 4};
    }
  }

  [[nodiscard]] static std::string name(std::size_t variable) {
    return fmt::format("x{}", variable);
  }

  [[nodiscard]] Chain chain() const {
    std::string before;
    std::string body;
    std::string after = "a[g] = 0.0f";
    for (std::size_t v = 0; v < variables; ++v) {
      before += fmt::format("float {} = a[g + {}];\n", name(v), v);
      after += " + " + name(v);
    }
    for (const Statement& each : statements) {
      body += fmt::format(fmt::runtime(kKinds[each.kind].text), name(each.target),
                          name(each.sources[0]), name(each.sources[1])) +
              "\n";
    }
    return chain_of(before, body, after + ";");
  }

  // How long an iteration takes on a machine of endless width: the clock of the last variable after
  // many of them.
  [[nodiscard]] double cycles_of_an_iteration() const {
    constexpr int kIterations = 2 * 3 * 4 * 5 * 6;  // whole rounds of any cycle of variables
    std::vector<double> ready(variables, 0);
    const auto run = [&] {
      for (int i = 0; i < kIterations; ++i) {
        for (const Statement& each : statements) {
          const bool has_two = each.kind != 3;
          const double start = has_two ? std::max(ready[each.sources[0]], ready[each.sources[1]])
                                       : ready[each.sources[0]];
          ready[each.target] = start + kKinds[each.kind].cycles;
        }
      }
      return *std::max_element(ready.begin(), ready.end());
    };
    const double first = run();
    return (run() - first) / kIterations;
  }

  std::size_t variables;
  std::vector<Statement> statements;
};

TEST(Chains, AgreeWithAMachineOfEndlessWidthOnRandomLoops) {
  for (std::uint32_t seed = 0; seed < 60; ++seed) {
    const RandomLoop loop(seed);
    EXPECT_NEAR(loop.chain().cycles(), loop.cycles_of_an_iteration(), 1e-6) << "seed " << seed;
  }
}

// By trying all: the best closed walk of each length from each node.
double best_mean(std::size_t nodes, const std::vector<Edge>& edges) {
  double best = 0;
  for (std::size_t start = 0; start < nodes; ++start) {
    std::vector<std::optional<double>> walk(nodes);
    walk[start] = 0;
    for (std::size_t steps = 1; steps <= nodes; ++steps) {
      std::vector<std::optional<double>> longer(nodes);
      for (const Edge& edge : edges) {
        if (walk[edge.from]) {
          const double weight = *walk[edge.from] + edge.weight;
          longer[edge.to] = std::max(longer[edge.to].value_or(weight), weight);
        }
      }
      walk = longer;
      best = std::max(best, walk[start].value_or(0) / static_cast<double>(steps));
    }
  }
  return best;
}

TEST(HeaviestCycle, AgreesWithAllClosedWalksOfRandomGraphs) {
  std::mt19937 random(7);
  for (int round = 0; round < 500; ++round) {
    const std::size_t nodes = 1 + random() % 8;
    std::vector<Edge> edges(random() % (2 * nodes + 1));
    for (Edge& edge : edges) {
      edge = {random() % nodes, random() % nodes, static_cast<double>(random() % 10)};
    }
    const std::vector<std::size_t> cycle = heaviest_cycle(nodes, edges);
    double weight = 0;
    for (std::size_t i = 0; i < cycle.size(); ++i) {
      weight += edges[cycle[i]].weight;
      EXPECT_EQ(edges[cycle[i]].to, edges[cycle[(i + 1) % cycle.size()]].from);
    }
    const double mean = cycle.empty() ? 0 : weight / static_cast<double>(cycle.size());
    EXPECT_NEAR(mean, best_mean(nodes, edges), 1e-9) << "round " << round;
  }
}

}  // namespace
}  // namespace clgauge::collector
