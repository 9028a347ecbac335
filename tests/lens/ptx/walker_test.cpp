// PTX walked for a work-group: what it computes, what it accesses, and what is refused.
#include "lens/ptx/walker.h"

#include <gmock/gmock.h>

#include <string>

#include "base/error.h"
#include "lens/evaluate/refusal.h"

namespace clgauge::lens {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using Kind = EvaluatedArgument::Kind;

const std::string kHead = ".version 8.0\n.target sm_90\n.address_size 64\n";
const std::string kRegisters =
    ".reg .pred %p<8>; .reg .b16 %rs<8>; .reg .b32 %r<32>; .reg .b64 %rd<16>; .reg .f32 %f<8>;"
    " .reg .f64 %fd<4>;\n";

// A kernel of a buffer that is read, one that is written, a number and local memory.
std::string kernel(const std::string& body, const std::string& before = "") {
  return kHead + before +
         ".entry k(.param .u64 .ptr .global .align 4 in, .param .u64 .ptr .global .align 4 out,"
         " .param .u32 n, .param .u64 .ptr .shared .align 4 scratch)\n{\n" +
         kRegisters +
         "ld.param.u64 %rd1, [in]; ld.param.u64 %rd2, [out]; ld.param.u32 %r1, [n];"
         " ld.param.u64 %rd3, [scratch]; mov.u32 %r2, %tid.x;\n" +
         body + "\nret;\n}\n";
}

EvaluatedLaunch launch_of(std::uint64_t items, std::uint32_t n = 5) {
  EvaluatedLaunch launch;
  launch.dimensions = 2;
  launch.global = {4 * items, 2, 1};
  launch.local = {items, 1, 1};
  launch.offset = {100, 7, 0};
  launch.arguments = {{Kind::buffer, {}, buffer_address(0), 1ULL << 39U},
                      {Kind::buffer, {}, buffer_address(1), 1ULL << 39U},
                      {Kind::scalar, {}, 0, 0},
                      {Kind::local, {}, 0, 1024}};
  for (unsigned i = 0; i < 4; ++i) {
    launch.arguments[2].value.push_back(static_cast<std::uint8_t>(n >> (8 * i)));
  }
  return launch;
}

struct Walked {
  GroupTrace trace;
  ItemOperations operations;
  std::vector<MemoryAccess> accesses;

  // Bytes into the buffer that is written.
  [[nodiscard]] std::vector<std::uint64_t> stored() const {
    std::vector<std::uint64_t> offsets;
    for (const MemoryAccess& access : accesses) {
      if (access.is_store) {
        offsets.push_back(access.address - buffer_address(1));
      }
    }
    return offsets;
  }
};

struct Collecting : AccessSink {
  void consume(std::span<const MemoryAccess> some) override {
    accesses.insert(accesses.end(), some.begin(), some.end());
  }
  std::vector<MemoryAccess> accesses;
};

Walked walked(const std::string& text, const EvaluatedLaunch& launch, bool takes_turns = false,
              const std::array<std::uint64_t, 3>& group = {}, const WalkLimits& limits = {}) {
  const PtxKernel code(text, "k");
  PtxWalker walker(code, launch, takes_turns, 64, limits);
  Collecting sink;
  Walked result;
  result.trace = walker.walk(group, sink);
  result.operations =
      walker.operations({result.trace.block_counts.begin(), result.trace.block_counts.end()});
  result.accesses = std::move(sink.accesses);
  return result;
}

std::string refusal(const std::string& body, RefusalKind kind, const std::string& before = "",
                    const WalkLimits& limits = {}) {
  try {
    (void)walked(kernel(body, before), launch_of(4), false, {}, limits);
  } catch (const Refusal& error) {
    EXPECT_EQ(error.why(), kind) << error.what();
    return error.what();
  }
  return "was not refused";
}

// What %r9 is after `body`, for one item: where it stores says so.
std::uint64_t computed(const std::string& body) {
  const auto launch = launch_of(1);
  const auto stored =
      walked(kernel(body +
                    " cvt.u64.u32 %rd9, %r9; add.s64 %rd9, %rd2, %rd9; st.global.u8 [%rd9], 0;"),
             launch)
          .stored();
  return stored.empty() ? ~std::uint64_t{0} : stored.at(0);
}

TEST(PtxWalker, ComputesIntegersAsPtxSays) {
  struct Case {
    const char* body;
    std::uint32_t result;
  };
  const Case cases[] = {
      {"mov.u32 %r9, 7;", 7},
      {"mov.u32 %r3, -3; add.s32 %r9, %r3, 5;", 2},
      {"mov.u32 %r3, 3; sub.s32 %r9, %r3, 5;", 0xFFFFFFFEU},
      {"mov.u32 %r3, 0x10001; mul.lo.s32 %r9, %r3, 0x10001;", 0x20001},
      {"mov.u32 %r3, 0x80000000; mul.hi.u32 %r9, %r3, 6;", 3},
      {"mov.u32 %r3, -2; mul.hi.s32 %r9, %r3, 6;", 0xFFFFFFFFU},
      {"mov.u32 %r3, -2; mul.wide.s32 %rd4, %r3, 6; add.s64 %rd4, %rd4, 20; cvt.u32.u64 %r9, %rd4;",
       8},
      {"mov.u32 %r3, 4; mad.lo.s32 %r9, %r3, %r1, 100;", 120},
      {"mov.u32 %r3, 0x80000000; mad.wide.u32 %rd4, %r3, 4, 9; shr.u64 %rd4, %rd4, 32;"
       " cvt.u32.u64 %r9, %rd4;",
       2},
      {"mov.u64 %rd4, 0x8000000000000000; mov.u64 %rd5, 6; mul.hi.u64 %rd6, %rd4, %rd5;"
       " cvt.u32.u64 %r9, %rd6;",
       3},
      {"mov.u64 %rd4, -2; mov.u64 %rd5, 6; mul.hi.s64 %rd6, %rd4, %rd5; cvt.u32.u64 %r9, %rd6;",
       0xFFFFFFFFU},
      {"mov.u32 %r3, 0x01000003; mul24.lo.u32 %r9, %r3, 5;", 15},
      {"mov.u32 %r3, 0x00800000; mad24.hi.u32 %r9, %r3, 0x00800000, 1;", 0x40000001U},
      {"mov.u32 %r3, 2; sad.s32 %r9, %r3, 9, 100;", 107},
      {"mov.u32 %r3, -7; div.s32 %r9, %r3, 2;", 0xFFFFFFFDU},
      {"mov.u32 %r3, -7; rem.s32 %r9, %r3, 4;", 0xFFFFFFFDU},
      {"mov.u32 %r3, -7; div.u32 %r9, %r3, 2;", 0x7FFFFFFCU},
      {"mov.u32 %r3, 0x80000000; div.s32 %r9, %r3, -1;", 0x80000000U},
      {"mov.u32 %r3, -7; abs.s32 %r9, %r3;", 7},
      {"mov.u32 %r3, 7; neg.s32 %r9, %r3;", 0xFFFFFFF9U},
      {"mov.u32 %r3, -7; min.s32 %r9, %r3, 2;", 0xFFFFFFF9U},
      {"mov.u32 %r3, -7; min.u32 %r9, %r3, 2;", 2},
      {"mov.u32 %r3, -7; max.s32 %r9, %r3, 2;", 2},
      {"mov.u32 %r3, 0xF0; and.b32 %r9, %r3, 0x3C;", 0x30},
      {"mov.u32 %r3, 0xF0; or.b32 %r9, %r3, 0x3C;", 0xFC},
      {"mov.u32 %r3, 0xF0; xor.b32 %r9, %r3, 0x3C;", 0xCC},
      {"mov.u32 %r3, 0xF0; not.b32 %r9, %r3;", 0xFFFFFF0FU},
      {"mov.u32 %r3, 0; cnot.b32 %r9, %r3;", 1},
      {"mov.u32 %r3, 1; shl.b32 %r9, %r3, 31;", 0x80000000U},
      {"mov.u32 %r3, 1; shl.b32 %r9, %r3, 32;", 0},
      {"mov.u32 %r3, -8; shr.s32 %r9, %r3, 40;", 0xFFFFFFFFU},
      {"mov.u32 %r3, -8; shr.u32 %r9, %r3, 28;", 15},
      {"mov.u32 %r3, 0xF0F; popc.b32 %r9, %r3;", 8},
      {"mov.u32 %r3, 0xF0F; clz.b32 %r9, %r3;", 20},
      {"mov.u64 %rd4, 1; clz.b64 %r9, %rd4;", 63},
      {"mov.u32 %r3, 0xF0F; bfind.u32 %r9, %r3;", 11},
      {"mov.u32 %r3, -2; bfind.s32 %r9, %r3;", 0},
      {"mov.u32 %r3, 0; bfind.u32 %r9, %r3;", 0xFFFFFFFFU},
      {"mov.u32 %r3, 1; brev.b32 %r9, %r3;", 0x80000000U},
      {"mov.u32 %r3, 0xABCD; bfe.u32 %r9, %r3, 4, 8;", 0xBC},
      {"mov.u32 %r3, 0xABCD; bfe.s32 %r9, %r3, 4, 8;", 0xFFFFFFBCU},
      {"mov.u32 %r3, 0x80000000; bfe.s32 %r9, %r3, 28, 8;", 0xFFFFFFF8U},
      {"mov.u32 %r3, 0xABCD; bfe.u32 %r9, %r3, 4, 0;", 0},
      {"mov.u32 %r3, 0xF; mov.u32 %r4, 0xAB00CD; bfi.b32 %r9, %r3, %r4, 8, 4;", 0xAB0FCD},
      {"mov.u32 %r3, 0x44332211; mov.u32 %r4, 0x88776655; prmt.b32 %r9, %r3, %r4, 0xF046;",
       0xFF115577U},
      {"mov.u32 %r3, 0x80000001; mov.u32 %r4, 0x2; shf.l.wrap.b32 %r9, %r3, %r4, 33;", 5},
      {"mov.u32 %r3, 0x80000001; mov.u32 %r4, 0x2; shf.r.clamp.b32 %r9, %r3, %r4, 33;", 2},
      {"mov.u32 %r3, 0xF0; mov.u32 %r4, 0xCC; mov.u32 %r5, 0xAA; lop3.b32 %r9, %r3, %r4, %r5, "
       "0x96;",
       0x96},
      {"setp.lt.s32 %p1, %r1, 6; selp.b32 %r9, 3, 4, %p1;", 3},
      {"mov.u32 %r3, -1; setp.lt.u32 %p1, %r3, 6; selp.b32 %r9, 3, 4, %p1;", 4},
      {"mov.u32 %r3, -1; setp.hi.u32 %p1, %r3, 6; selp.b32 %r9, 3, 4, %p1;", 3},
      {"setp.eq.s32 %p1|%p2, %r1, 6; selp.b32 %r9, 3, 4, %p2;", 3},
      {"setp.eq.s32 %p1, %r1, 5; setp.lt.and.s32 %p2, %r1, 9, !%p1; selp.b32 %r9, 3, 4, %p2;", 4},
      {"setp.eq.s32 %p1, %r1, 5; not.pred %p2, %p1; xor.pred %p3, %p1, %p2; selp.b32 %r9, 3, 4, "
       "%p3;",
       3},
      {"set.ge.u32.s32 %r9, %r1, 5;", 0xFFFFFFFFU},
      {"mov.u32 %r3, -1; slct.s32.s32 %r9, 3, 4, %r3;", 4},
      {"mov.u32 %r3, 0x1FF; cvt.u16.u32 %rs1, %r3; cvt.s32.s8 %r9, %rs1;", 0xFFFFFFFFU},
      {"mov.u32 %r3, 0x1FF; cvt.u8.u32 %r9, %r3;", 0xFF},
      {"mov.u32 %r3, 0x1FF; cvt.s8.s32 %r9, %r3;", 0xFFFFFFFFU},
      {"mov.b64 %rd4, {%r1, %r2}; mov.b64 {%r3, %r9}, %rd4; add.s32 %r9, %r9, %r3;", 5},
      {"mov.u32 %r3, 0x00050007; mov.b32 {%rs1, %rs2}, %r3; mov.b32 %r9, {%rs2, %rs1};",
       0x00070005},
      {"mov.u32 %r9, 7; setp.eq.s32 %p1, %r1, 6; @%p1 add.s32 %r9, %r9, 1;", 7},
      {"mov.u32 %r9, 7; setp.eq.s32 %p1, %r1, 6; @!%p1 add.s32 %r9, %r9, 1;", 8},
      {"mov.b32 %r9, %envreg3;", 100},
      {"mov.b32 %r9, %envreg4;", 7},
      {"mov.b32 %r9, %envreg6;", 4},
      {"mov.b32 %r9, %envreg9;", 2},
      {"mov.u32 %r9, %nctaid.y;", 2},
      {"mov.u32 %r9, WARP_SZ;", 32}};
  for (const Case& one : cases) {
    EXPECT_EQ(computed(one.body), one.result) << one.body;
  }
}

TEST(PtxWalker, ComputesFloatsAsPtxSays) {
  struct Case {
    const char* body;  // %r1 is 5
    std::uint32_t result;
  };
  const std::string five = "cvt.rn.f32.s32 %f1, %r1; ";
  const Case cases[] = {
      {"fma.rn.f32 %f2, %f1, 0f40000000, 0f3F800000; cvt.rzi.s32.f32 %r9, %f2;", 11},
      {"mad.f32 %f2, %f1, %f1, %f1; cvt.rzi.s32.f32 %r9, %f2;", 30},
      {"div.full.f32 %f2, %f1, 0f40000000; cvt.rni.s32.f32 %r9, %f2;", 2},
      {"neg.f32 %f2, %f1; abs.f32 %f2, %f2; cvt.rzi.u32.f32 %r9, %f2;", 5},
      {"neg.f32 %f2, %f1; cvt.rzi.u32.f32 %r9, %f2;", 0},
      {"mov.f32 %f2, 1.5; mul.f32 %f2, %f2, %f1; cvt.rpi.s32.f32 %r9, %f2;", 8},
      {"sqrt.approx.f32 %f2, %f1; mul.f32 %f2, %f2, %f2; cvt.rni.s32.f32 %r9, %f2;", 5},
      {"ex2.approx.ftz.f32 %f2, %f1; cvt.rni.s32.f32 %r9, %f2;", 32},
      {"cvt.f64.f32 %fd1, %f1; rcp.rn.f64 %fd2, %fd1; mul.f64 %fd2, %fd2, %fd1;"
       " cvt.rn.f32.f64 %f2, %fd2; cvt.rni.s32.f32 %r9, %f2;",
       1},
      {"cvt.sat.f32.f32 %f2, %f1; cvt.rni.s32.f32 %r9, %f2;", 1},
      {"mul.f32 %f2, %f1, 0f42C80000; cvt.rni.sat.u8.f32 %r9, %f2;", 255},
      {"cvt.rn.f16.f32 %rs1, %f1; cvt.f32.f16 %f2, %rs1; cvt.rni.s32.f32 %r9, %f2;", 5},
      {"cvt.rn.f16.f32 %rs1, %f1; mul.f16 %rs1, %rs1, %rs1; cvt.rni.s32.f16 %r9, %rs1;", 25},
      {"setp.gt.f32 %p1, %f1, 0f40800000; selp.b32 %r9, 3, 4, %p1;", 3},
      {"setp.eq.s32 %p2, %r1, 5; setp.lt.and.f32 %p1, %f1, 0f40800000, %p2;"
       " selp.b32 %r9, 3, 4, %p1;",
       4},
      {"setp.lt.f32 %p1|%p2, %f1, 0f40800000; selp.b32 %r9, 3, 4, %p2;", 3},
      {"set.gt.u32.f32 %r9, %f1, 0f40800000;", 0xFFFFFFFFU},
      {"neg.f32 %f2, %f1; slct.s32.f32 %r9, 3, 4, %f2;", 4},
      {"testp.finite.f32 %p1, %f1; selp.b32 %r9, 3, 4, %p1;", 3},
      {"mov.u32 %r3, 300; cvt.sat.u8.u32 %r9, %r3;", 255},
      {"mov.u32 %r3, -300; cvt.sat.s8.s32 %r9, %r3;", 0xFFFFFF80U},
      {"mov.u32 %r3, -300; cvt.sat.u16.s32 %rs1, %r3; cvt.u32.u16 %r9, %rs1;", 0},
      {"mov.u32 %r3, -1; add.cc.u32 %r4, %r3, %r1; addc.u32 %r9, 0, 0;", 1},
      {"mov.u32 %r3, 0; sub.cc.u32 %r4, %r3, %r1; subc.u32 %r9, 9, 0;", 8},
      {"mov.u32 %r3, -1; mad.lo.cc.u32 %r4, %r3, %r3, %r3; madc.hi.u32 %r9, %r3, %r3, 0;",
       0xFFFFFFFFU},
      {"mov.u32 %r3, 0x01FF0203; mov.u32 %r4, 0x02020202; dp4a.s32.u32 %r9, %r3, %r4, %r1;", 15}};
  for (const Case& one : cases) {
    EXPECT_EQ(computed(five + one.body), one.result) << one.body;
  }
}

TEST(PtxWalker, AKnownSideMayDecideWhatTheOtherIs) {
  const std::string unknown =
      "ld.global.u32 %r4, [%rd1]; setp.eq.s32 %p1, %r4, 0;"
      " setp.eq.s32 %p2, %r1, 9; mov.u32 %r9, 3; ";
  EXPECT_EQ(computed(unknown + "and.pred %p3, %p1, %p2; @%p3 bra L; mov.u32 %r9, 4; L:"), 4U);
  EXPECT_EQ(computed(unknown + "not.pred %p2, %p2; or.pred %p3, %p1, %p2; @%p3 bra L;"
                               " mov.u32 %r9, 4; L:"),
            3U);
}

TEST(PtxWalker, ItemsOfASubGroupAccessTheirLinesTogether) {
  const std::string copy = kernel(
      "mov.u32 %r3, %ctaid.x; mov.u32 %r4, %ntid.x; mad.lo.s32 %r5, %r3, %r4, %r2;"
      " mul.wide.s32 %rd4, %r5, 4; add.s64 %rd5, %rd1, %rd4; ld.global.f32 %f1, [%rd5];"
      " add.s64 %rd6, %rd2, %rd4; st.global.f32 [%rd6+64], %f1;");
  const Walked two = walked(copy, launch_of(64), false, {1, 0, 0});
  ASSERT_EQ(two.accesses.size(), 8U);
  EXPECT_EQ(two.accesses[0].address, buffer_address(0) + 256);
  EXPECT_EQ(two.accesses[0].bytes, 64);
  EXPECT_THAT(two.stored(), ElementsAre(320, 384, 448, 512));
  EXPECT_EQ(two.operations.global_bytes_loaded, 256);
  EXPECT_EQ(two.operations.global_bytes_stored, 256);
  EXPECT_EQ(two.operations.index, 64 * 4);
  EXPECT_EQ(two.trace.instructions, 64U * (5 + 8 + 1));
}

TEST(PtxWalker, VectorsAreOneAccess) {
  const Walked one = walked(kernel("ld.global.v4.f32 {%f1, %f2, %f3, %f4}, [%rd1+48];"
                                   " st.global.v2.f64 [%rd2+56], {%fd1, %fd2};"),
                            launch_of(1));
  ASSERT_EQ(one.accesses.size(), 3U);  // the second over a line's end
  EXPECT_EQ(one.accesses[0].bytes, 16);
  EXPECT_EQ(one.operations.global_bytes_stored, 16);
}

TEST(PtxWalker, ItemsThatTookDifferentWaysMeetAgain) {
  const Walked walk = walked(
      kernel(
          "and.b32 %r3, %r2, 1; setp.eq.s32 %p1, %r3, 0; mul.wide.u32 %rd4, %r2, 4;"
          " add.s64 %rd4, %rd2, %rd4; @%p1 bra EVEN; st.global.u32 [%rd4+1024], %r2; bra.uni DONE;"
          " EVEN: st.global.u32 [%rd4+2048], %r2; DONE: st.global.u32 [%rd4], %r2;"),
      launch_of(4));
  EXPECT_THAT(walk.stored(), ElementsAre(1028, 2048, 0));
}

TEST(PtxWalker, LoopsRunTheirTrips) {
  const auto instructions = [](std::uint32_t n) {
    return walked(kernel("mov.u32 %r3, 0; L: setp.ge.s32 %p1, %r3, %r1; @%p1 bra END;"
                         " add.s32 %r3, %r3, 1; bra.uni L; END:"),
                  launch_of(8, n))
        .trace.instructions;
  };
  EXPECT_EQ(instructions(100) - instructions(3), 97U * 4 * 8);
}

TEST(PtxWalker, AGuardedAccessIsMadeByThoseThatItLets) {
  const Walked walk = walked(kernel("setp.lt.s32 %p1, %r2, 3; mul.wide.u32 %rd4, %r2, 64;"
                                    " add.s64 %rd4, %rd2, %rd4; @%p1 st.global.u32 [%rd4], %r2;"),
                             launch_of(8));
  EXPECT_THAT(walk.stored(), ElementsAre(0, 64, 128));
  EXPECT_EQ(walk.operations.global_bytes_stored, 12);
}

TEST(PtxWalker, ClassesOperations) {
  const Walked walk = walked(
      kernel(
          "ld.global.f32 %f1, [%rd1]; fma.rn.f32 %f2, %f1, %f1, %f1; add.f32 %f3, %f2, 0f3F800000;"
          " cvt.f64.f32 %fd1, %f3; mul.f64 %fd2, %fd1, %fd1; div.rn.f64 %fd2, %fd2, %fd1;"
          " ex2.approx.f32 %f4, %f1; sqrt.rn.f64 %fd3, %fd2; setp.lt.f32 %p1, %f1, %f2;"
          " selp.f32 %f5, %f1, %f2, %p1; mov.f32 %f6, %f5;"
          " add.s32 %r3, %r2, 1; add.s32 %r4, %r2, 4; mul.wide.u32 %rd4, %r4, 4;"
          " add.s64 %rd5, %rd2, %rd4; st.global.u32 [%rd5], %r3; bar.sync 0;"
          " red.global.add.u32 [%rd2], 1; st.shared.u32 [%rd3], %r3; ld.shared.u32 %r5, [%rd3];"),
      launch_of(2));
  const ItemOperations& all = walk.operations;
  EXPECT_EQ(all.float32, 2 * 4);
  EXPECT_EQ(all.float64, 2 * 2);  // the conversion, too
  EXPECT_EQ(all.divisions, 2);
  EXPECT_EQ(all.calls.at("exp2"), 2);
  EXPECT_EQ(all.calls.at("sqrt"), 2);
  EXPECT_EQ(all.integer, 2);
  EXPECT_EQ(all.index, 2 * 3);
  EXPECT_EQ(all.barriers, 2);
  EXPECT_EQ(all.atomics, 2);
  EXPECT_EQ(all.local_accesses, 4);
  EXPECT_EQ(all.global_bytes_loaded, 2 * (4 + 4));
  EXPECT_EQ(all.global_bytes_stored, 2 * (4 + 4));
}

TEST(PtxWalker, SubGroupsTakeTurnsUpToABarrier) {
  const std::string two_phases = kernel(
      "shr.u32 %r3, %r2, 5; mul.wide.u32 %rd4, %r3, 64; add.s64 %rd4, %rd2, %rd4;"
      " st.global.u32 [%rd4], 1; st.global.u32 [%rd4+4], 1; bar.sync 0;"
      " st.global.u32 [%rd4+1024], 1;");
  EXPECT_THAT(walked(two_phases, launch_of(64)).stored(), ElementsAre(0, 4, 64, 68, 1024, 1088));
  EXPECT_THAT(walked(two_phases, launch_of(64), true).stored(),
              ElementsAre(0, 64, 4, 68, 1024, 1088));
}

TEST(PtxWalker, PrivateMemoryKeepsWhatIsPutThere) {
  const std::string table =
      ".local .align 8 .b8 depot[64]; mov.u64 %rd4, depot; cvta.local.u64 %rd5, %rd4;"
      " mul.lo.s32 %r3, %r1, 3; st.u32 [%rd5+8], %r3; ld.local.s32 %rd6, [%rd4+8];"
      " add.s64 %rd6, %rd2, %rd6; st.global.u8 [%rd6], 1;";
  const Walked walk = walked(kernel(table), launch_of(1));
  EXPECT_THAT(walk.stored(), ElementsAre(15));
  EXPECT_EQ(walk.operations.private_accesses, 2);
  // An index that is not known forgets, and does no other harm.
  EXPECT_THAT(
      refusal(".local .align 8 .b8 depot[64]; mov.u64 %rd4, depot; st.local.u32 [%rd4], 4;"
              " ld.global.u64 %rd5, [%rd1]; add.s64 %rd5, %rd4, %rd5; st.local.u32 [%rd5], 1;"
              " ld.local.u32 %rd6, [%rd4]; add.s64 %rd6, %rd2, %rd6; st.global.u8 [%rd6], 1;",
              RefusalKind::data_dependent_address),
      HasSubstr("(ld.local.u32) loads"));
}

TEST(PtxWalker, ConstantMemoryOfTheModuleIsKnown) {
  const std::string before = ".const .align 4 .u32 table[3] = {10, 20, 30};\n";
  const Walked walk = walked(
      kernel("ld.const.u32 %rd4, [table+4]; add.s64 %rd4, %rd2, %rd4; st.global.u8 [%rd4], 1;",
             before),
      launch_of(1));
  EXPECT_THAT(walk.stored(), ElementsAre(20));
  EXPECT_EQ(walk.accesses.size(), 2U);  // constant memory is traced
  EXPECT_THAT(refusal("ld.const.u32 %r3, [table+12];", RefusalKind::outside_memory, before),
              HasSubstr("byte 12 of table, which has 12"));
}

TEST(PtxWalker, FunctionsOfTheModuleAreWalked) {
  const std::string twice =
      ".func (.param .b32 result) twice(.param .b32 x)\n{ .reg .b32 %r<3>; .reg .pred %p<2>;"
      " ld.param.b32 %r1, [x]; setp.eq.s32 %p1, %r1, 0; @%p1 bra ZERO; add.s32 %r1, %r1, %r1;"
      " st.param.b32 [result], %r1; ret; ZERO: st.param.b32 [result], 99; ret; }\n";
  const auto call = [](const std::string& from, const std::string& to) {
    return "{ .param .b32 a; .param .b32 r; st.param.b32 [a], " + from +
           "; call.uni (r), twice, (a); ld.param.b32 " + to + ", [r]; }\n";
  };
  const std::string body =
      call("%r2", "%r3") + call("%r3", "%r4") +
      "mul.wide.u32 %rd4, %r4, 64; add.s64 %rd4, %rd2, %rd4; st.global.u8 [%rd4], 1;";
  EXPECT_THAT(walked(kernel(body, twice), launch_of(3)).stored(),
              ElementsAre(4 * 64, 8 * 64, 198 * 64));
}

TEST(PtxWalker, RefusesByName) {
  EXPECT_EQ(refusal(".loc 1 42 3\nld.global.u32 %r3, [%rd1]; add.s32 %r3, %r3, 1;\n"
                    ".loc 1 43 3\nsetp.eq.s32 %p1, %r3, 0; @%p1 bra L; L:",
                    RefusalKind::data_dependent_branch),
            "data-dependent branch: PTX line 11 (bra, source line 43) depends on what PTX line 9"
            " (ld.global.u32, source line 42) loads");
  EXPECT_THAT(refusal("ld.global.f32 %f1, [%rd1]; mul.f32 %f1, %f1, %f1;"
                      " setp.lt.f32 %p1, %f1, %f1; @%p1 bra L; L:",
                      RefusalKind::data_dependent_branch),
              HasSubstr("what PTX line 8 (ld.global.f32) loads"));
  EXPECT_THAT(refusal("cvt.rn.bf16x2.f32 %r3, %f1, %f2; setp.lt.s32 %p1, %r3, 0; @%p1 bra L; L:",
                      RefusalKind::unknown_instruction),
              HasSubstr("nothing wrote before"));
  EXPECT_THAT(refusal("ld.global.u64 %rd4, [%rd1]; ld.global.u32 %r3, [%rd4];",
                      RefusalKind::data_dependent_address),
              HasSubstr("PTX line 8 (ld.global.u32) depends on what PTX line 8 (ld.global.u64)"));
  EXPECT_THAT(refusal("ld.global.u32 %r3, [%rd1]; setp.eq.s32 %p1, %r3, 0;"
                      " @%p1 st.global.u32 [%rd2], 1;",
                      RefusalKind::data_dependent_mask),
              HasSubstr("(st.global.u32) depends on"));
  EXPECT_THAT(refusal("match.any.sync.b32 %r3, %r2, -1; setp.eq.s32 %p1, %r3, 0;"
                      " @%p1 bra L; L:",
                      RefusalKind::unknown_instruction),
              HasSubstr("what is not evaluated, PTX line 8 (match.any.sync.b32)"));
  EXPECT_THAT(refusal("mov.u32 %r3, %clock; setp.eq.s32 %p1, %r3, 0; @%p1 bra L; L:",
                      RefusalKind::unknown_instruction),
              HasSubstr("%clock, which is the driver's secret"));
  EXPECT_THAT(refusal("setp.eq.s32 %p1, %r7, 0; @%p1 bra L; L:", RefusalKind::unknown_instruction),
              HasSubstr("a register that nothing wrote before"));
  EXPECT_THAT(refusal("frobnicate.u32 %r3, %r2;", RefusalKind::unknown_instruction),
              HasSubstr("PTX line 8 (frobnicate.u32)"));
  EXPECT_THAT(refusal("tex.2d.v4.f32.s32 {%f1, %f2, %f3, %f4}, [%rd1, {%r1, %r2}];",
                      RefusalKind::unknown_call),
              HasSubstr("(tex.2d.v4.f32.s32)"));
  EXPECT_THAT(
      refusal("call.uni vprintf, ();", RefusalKind::unknown_call, ".extern .func vprintf();\n"),
      HasSubstr("what vprintf does"));
  EXPECT_THAT(refusal("call.uni again, ();", RefusalKind::unknown_call,
                      ".func again() { call.uni again, (); ret; }\n"),
              HasSubstr("recursive"));
  EXPECT_THAT(refusal("L: bra.uni L;", RefusalKind::step_limit, "", {1000, 1000}),
              HasSubstr("1000 steps"));
  EXPECT_THAT(refusal("mov.u32 %r3, 0; L: st.global.u32 [%rd2], %r3; bra.uni L;",
                      RefusalKind::step_limit, "", {100000, 10}),
              HasSubstr("10 accesses"));
  EXPECT_THAT(refusal("mov.u64 %rd4, 0x8000000000; add.s64 %rd4, %rd1, %rd4;"
                      " ld.global.u32 %r3, [%rd4];",
                      RefusalKind::outside_memory),
              HasSubstr("byte 549755813888 of kernel argument 0"));
}

TEST(PtxWalker, WhatNobodyRunsIsNoReasonToRefuse) {
  EXPECT_NO_THROW((void)walked(kernel("setp.eq.s32 %p1, %r1, 9; @%p1 trap; @!%p1 bra L;"
                                      " frobnicate.u32 %r3, %r2; L:"),
                               launch_of(4)));
}

TEST(PtxKernel, SaysWhatIsWrong) {
  const auto error_of = [](const std::string& text, const EvaluatedLaunch& launch) -> std::string {
    try {
      (void)walked(text, launch);
    } catch (const Error& error) {
      return error.what();
    }
    return "nothing";
  };
  EvaluatedLaunch launch = launch_of(4);
  EXPECT_EQ(error_of(kHead + ".entry other() { ret; }", launch), "the PTX holds no kernel 'k'");
  EXPECT_EQ(error_of(kHead + ".entry k() { ret; }", launch), "kernel 'k' takes 0 arguments, not 4");
  EXPECT_EQ(error_of(".version 8.0\n.target sm_90\n.address_size 32\n.entry k() { ret; }", launch),
            "PTX with addresses of 32 bits; 64 are read");
  EXPECT_EQ(error_of(kernel("bra.uni NOWHERE;"), launch),
            "PTX line 8: bra: expected a label of 'k'");
  EXPECT_EQ(error_of(kernel("add.s32 %r3, %r2;"), launch),
            "PTX line 8: add.s32: expected 3 operands, found 2");
  EXPECT_EQ(error_of(kernel("mov.u64 %rd4, nothing;"), launch),
            "PTX line 8: mov.u64: 'nothing' is not declared");
  EXPECT_EQ(error_of(kernel("ld.global.u32 %r3, %rd1;"), launch),
            "PTX line 8: ld.global.u32: expected an address in brackets");
  launch.arguments[0] = launch.arguments[2];
  EXPECT_EQ(error_of(kernel(""), launch), "kernel argument 0 of 'k' is not what the PTX takes");
  launch = launch_of(4);
  launch.local[0] = 3;
  EXPECT_THAT(error_of(kernel(""), launch), HasSubstr("not a multiple of the local size 3"));
}

}  // namespace
}  // namespace clgauge::lens
