#include <gmock/gmock.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <map>

#include "base/error.h"
#include "collector/frontend/builtin_call.h"
#include "collector/frontend/prepare.h"

namespace clgauge::collector {
namespace {

using testing::HasSubstr;

// How often each instruction, intrinsic or builtin stands in the prepared kernel.
std::map<std::string, int> instructions(const std::string& body, const std::string& options = {}) {
  Source source;
  source.text =
      "kernel void k(global float4 *v, global float *f, global int *i, global half *h) {\n" + body +
      "\n}";
  source.options = options;
  const PreparedKernel kernel(compile(source), "k");
  std::map<std::string, int> counts;
  for (const llvm::Instruction& instruction : llvm::instructions(kernel.function())) {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    ++counts[call == nullptr ? std::string(instruction.getOpcodeName())
                             : source_name(*call->getCalledFunction())];
  }
  return counts;
}

TEST(Lowering, IntegerBuiltins) {
  auto counts = instructions("i[0] = clamp(mad24(i[0], i[1], 3), max(i[2], i[3]), 7) + abs(i[4]);");
  EXPECT_EQ(counts["llvm.smin.i32"], 1);
  EXPECT_EQ(counts["llvm.smax.i32"], 2);
  EXPECT_EQ(counts["llvm.abs.i32"], 1);
  EXPECT_EQ(counts["mul"], 1);
  EXPECT_EQ(counts["add"], 2);
}

TEST(Lowering, UnsignedOperandsCompareUnsigned) {
  auto counts = instructions("i[0] = max((uint)i[0], 3u) + min((int)i[1], 3);");
  EXPECT_EQ(counts["llvm.umax.i32"], 1);
  EXPECT_EQ(counts["llvm.smin.i32"], 1);
}

TEST(Lowering, MultiplyAddHasOneForm) {
  auto counts = instructions("f[0] = mad(f[1], f[2], fma(f[3], f[4], f[5] * f[6] + f[7]));");
  EXPECT_EQ(counts["llvm.fmuladd.f32"], 3);
  EXPECT_EQ(counts["fmul"], 0);
}

TEST(Lowering, VectorMemoryBecomesLoadsAndStores) {
  auto counts =
      instructions("vstore3(vload3(1, f), 2, f); vstore_half(2 * vload_half(3, h), 4, h);");
  EXPECT_EQ(counts["load"], 2);
  EXPECT_EQ(counts["store"], 2);
  EXPECT_EQ(counts["fpext"], 1);
  EXPECT_EQ(counts["fptrunc"], 1);
}

TEST(Lowering, RoundingOfStoresIsFree) {
  EXPECT_EQ(instructions("vstore_half4_rtz(v[0], 1, h);")["store"], 1);
}

TEST(Lowering, AsynchronousCopiesBecomeLoopsOfTheGroup) {
  auto counts = instructions(
      "local float t[8]; event_t e = async_work_group_copy(t, f, 8, 0);"
      "e = async_work_group_strided_copy(f, t, 8, i[0], e); wait_group_events(1, &e);");
  EXPECT_EQ(counts["load"], 3);
  EXPECT_EQ(counts["async_work_group_copy"], 1);  // counted as such
  EXPECT_EQ(counts["get_local_id"], 3);
  EXPECT_EQ(counts["phi"], 2);
}

TEST(Lowering, GeometricBuiltinsBecomeArithmetic) {
  auto counts = instructions("f[0] = dot(v[0], v[1]) + length(v[2]);");
  EXPECT_EQ(counts["fmul"], 2);
  EXPECT_EQ(counts["llvm.fmuladd.f32"], 6);
  EXPECT_EQ(counts["llvm.sqrt.f32"], 1);
}

TEST(Prepare, KeepsShortCircuitsAndBranches) {
  auto counts = instructions(
      "int g = get_global_id(0); if (g > 1 && g < i[1]) f[g] = f[g + 1] * 2.0f;"
      "float x = g > 3 ? f[0] * f[1] : 0.0f; f[2] = x;");
  EXPECT_EQ(counts["select"], 0);
  EXPECT_EQ(counts["br"], 5);
}

TEST(Prepare, RefusesLoopsWithoutAWayOut) {
  const auto refusal = [](const std::string& body) {
    try {
      static_cast<void>(instructions(body));
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_THAT(refusal("while (1) f[0] += 1;"), HasSubstr(":2: a loop has no way out"));
  EXPECT_THAT(refusal("if (i[0] > 3)\n for (;;) for (int k = 0; k < 4; ++k) f[k] += 1;"),
              HasSubstr(":3: a loop has no way out"));
  EXPECT_EQ(refusal("while (1) { f[0] += 1; if (f[0] > 9) break; }"), "");
  EXPECT_EQ(refusal("for (;;) { f[0] += 1; if (i[0]) return; }"), "");
}

TEST(Prepare, AsksForAnIdOnce) {
  auto counts = instructions(
      "if (get_global_id(0) > 3) f[get_global_id(0)] = 1; f[get_global_id(1)] = 2;"
      "f[get_global_id(0) + 1] = 2;");
  EXPECT_EQ(counts["get_global_id"], 2);
}

}  // namespace
}  // namespace clgauge::collector
