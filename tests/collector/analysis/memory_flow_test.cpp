// Which buffers hold what becomes addresses or decides what is done.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "model_of.h"

namespace clgauge::collector {
namespace {

using Names = std::vector<std::string>;

Names parameters_with(bool Parameter::*property, const std::string& text, const std::string& size) {
  LaunchDescription launch;
  launch.global = {size};
  launch.local = {"64"};
  Names names;
  for (const Parameter& parameter : test::model_of(text, launch).parameters) {
    if (parameter.*property) names.push_back(parameter.name);
  }
  return names;
}

Names steering(const std::string& text, const std::string& size = "n") {
  return parameters_with(&Parameter::steers, text, size);
}

// Of arrays a, b and out, all of integers.
std::string kernel_of(const std::string& body) {
  return "typedef struct { float x; int at; } pair;\n"
         "kernel void k(global const int* a, global int* b, global int* out,\n"
         "              global const uchar* bytes, global const pair* pairs, int n) {\n"
         "  const int t = get_global_id(0);\n" +
         body + "}\n";
}
Names steering_of(const std::string& body) { return steering(kernel_of(body)); }
Names reaching_of(const std::string& body) {
  return parameters_with(&Parameter::reaches, kernel_of(body), "n");
}

TEST(MemoryFlow, AddressesBranchesAndTripCountsThatAreReadSteer) {
  EXPECT_EQ(steering_of("out[t] = b[a[t]];"), Names{"a"});
  EXPECT_EQ(steering_of("out[a[t]] = b[t];"), Names{"a"});
  EXPECT_EQ(steering_of("for (int i = 0; i < a[t]; i++) out[t] += b[t + i];"), Names{"a"});
  EXPECT_EQ(steering_of("if (a[t] > 3) for (int i = 0; i < n; i++) out[t] += b[i];"), Names{"a"});
  EXPECT_EQ(steering_of("switch (a[t]) { case 1: out[t] = sin((float)t); break;\n"
                        "case 7: barrier(0); break; case 9: out[n] = 4; }"),
            Names{"a"});
  EXPECT_EQ(steering_of("out[t] = b[pairs[t].at];"), Names{"pairs"});
}

TEST(MemoryFlow, ValuesThatAreOnlyComputedWithDoNot) {
  EXPECT_EQ(steering_of("out[t] = a[t] * b[t] + 3;"), Names{});
  EXPECT_EQ(steering_of("out[t] = a[t] > b[t] ? a[t] : 7;"), Names{});
  EXPECT_EQ(steering_of("out[t] = clamp(a[t], 0, 255); b[t] = convert_uchar_sat(a[t]);"), Names{});
  EXPECT_EQ(steering_of("int v = a[t]; if (v < 0) v = 0; out[t] = v;"), Names{});
}

TEST(MemoryFlow, AddressesThatCannotBeWrittenDownDoNot) {
  EXPECT_EQ(steering_of("out[t] = a[(t * t ^ n) % 61 + (t >> (n & 3))];"), Names{});
  EXPECT_EQ(steering_of("out[t] = a[convert_int_rte(sqrt((float)(t * n)))];"), Names{});
  EXPECT_EQ(steering_of("for (int i = t; i != 1; i = i % 2 ? 3 * i + 1 : i / 2) out[t] += a[i];"),
            Names{});
}

TEST(MemoryFlow, GoesThroughOtherMemory) {
  EXPECT_EQ(steering_of("local int tile[64]; tile[get_local_id(0)] = a[t];\n"
                        "barrier(CLK_LOCAL_MEM_FENCE); out[t] = b[tile[63 - get_local_id(0)]];"),
            Names{"a"});
  EXPECT_EQ(steering_of("int own[8]; for (int i = 0; i < 8; i++) own[i] = a[8 * t + i];\n"
                        "out[t] = b[own[n & 7]];"),
            Names{"a"});
  EXPECT_EQ(steering_of("b[t] = a[t]; barrier(CLK_GLOBAL_MEM_FENCE); out[b[n - t]] = t;"),
            (Names{"a", "b"}));
  EXPECT_EQ(steering_of("int4 v = vload4(t, a); out[v.y] = 1;"), Names{"a"});
  EXPECT_EQ(steering_of("out[atomic_add(&b[bytes[t]], 2)] = a[t];"), (Names{"b", "bytes"}));
}

TEST(MemoryFlow, AddressesLoopExitsAndBarriersAreReached) {
  EXPECT_EQ(reaching_of("out[t] = b[a[t]];"), Names{"a"});
  EXPECT_EQ(reaching_of("out[t] = b[pairs[t].at];"), Names{"pairs"});
  EXPECT_EQ(reaching_of("for (int i = 0; i < a[t]; i++) out[t] += b[t + i];"), Names{"a"});
  EXPECT_EQ(reaching_of("for (int i = 0; i < n; i++) { if (a[i] == 7) break; out[t] += b[i]; }"),
            Names{"a"});
  EXPECT_EQ(reaching_of("for (int i = 0; i < n; i++) { if (a[i] == 7) return; out[t] += b[i]; }"),
            Names{"a"});
  EXPECT_EQ(
      reaching_of("switch (a[t]) { case 1: out[t] = b[t]; break; case 7: barrier(0); break; }"),
      Names{"a"});
}

TEST(MemoryFlow, WaysThatRejoinAreNot) {
  for (const std::string body :
       {"if (a[t] > 3) out[t] = b[t];", "if (a[t] > 3) for (int i = 0; i < n; i++) out[t] += b[i];",
        "if (b[t] > b[t ^ 1]) { const int c = b[t]; b[t] = b[t ^ 1]; b[t ^ 1] = c; }",
        R"(int best = 0, at = 0; for (int i = 0; i < n; i++)
             if (a[t * n + i] > best) { best = a[t * n + i]; at = i; out[t]++; } out[t] += at;)",
        "for (int i = 0; i < n; i++) { if (a[i] == 7) continue; out[t] += b[i]; }",
        "if (a[t] == 7) return; out[t] = b[t];"}) {
    EXPECT_EQ(reaching_of(body), Names{}) << body;
    EXPECT_NE(steering_of(body), Names{}) << body;
  }
}

// Which way it was may be seen in a value that differs by it, or in what was stored on it.
TEST(MemoryFlow, WhatDiffersByTheWayIsReachedThroughIt) {
  EXPECT_EQ(reaching_of("int lo = 0, hi = n; while (lo < hi) { const int mid = (lo + hi) / 2;\n"
                        "if (a[mid] < t) { lo = mid + 1; out[t]++; } else { hi = mid; b[t]++; } }"),
            Names{"a"});
  EXPECT_EQ(reaching_of("int to = 0; for (int i = 0; i < n; i++) if (a[i] > 3) out[to++] = i;"),
            Names{"a"});
  EXPECT_EQ(reaching_of("local int done; done = 0; int i = 0; while (!done) {\n"
                        "if (a[i] > 3) { done = 1; out[t] = i; } i++; }"),
            Names{"a"});
  EXPECT_EQ(
      reaching_of("if (a[t] > 3) b[t] = 1; barrier(CLK_GLOBAL_MEM_FENCE); out[b[n - t]] = t;"),
      (Names{"a", "b"}));
}

TEST(MemoryFlow, IsTheSameAtEverySize) {
  const std::string text =
      "kernel void k(global const uchar* a, int step, int n, global uchar* out) {\n"
      "  const int x = get_global_id(0);\n"
      "  if (x < n) {\n"
      "    const int i = mad24(x % 1000, step, mul24(x / 1000, 3));\n"
      "    out[i] = convert_uchar_sat(mad24(a[i], 1868, a[i + 1] * 9617) >> 14);\n  }\n}\n";
  for (const std::string size : {"64", "65536", "1073741824", "m"}) {
    EXPECT_EQ(steering(text, size), Names{}) << size;
  }
}

}  // namespace
}  // namespace clgauge::collector
