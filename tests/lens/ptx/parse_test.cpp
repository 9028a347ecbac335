// PTX read from text: what is understood, and what is said of the rest.
#include "lens/ptx/parse.h"

#include <gmock/gmock.h>

#include <random>

#include "base/error.h"

namespace clgauge::lens::ptx {
namespace {

using testing::ElementsAre;

const std::string kHead = ".version 8.0\n.target sm_90, debug\n.address_size 64\n";

// As Clang 15 writes it, shortened.
const std::string kScale = kHead + R"(
.visible .entry scale(
	.param .u64 .ptr .global .align 4 scale_param_0,
	.param .u32 scale_param_1,
	.param .align 16 .b8 scale_param_2[16]
)
.maxntid 256, 1, 1
.minnctapersm 2
{
	.local .align 8 .b8 	__local_depot0[80];
	.reg .b64 	%SP;
	.reg .pred 	%p<3>;
	.reg .b32 	%r<24>;
	.reg .b64 	%rd<23>;
	.loc	1 7 0
$L__func_begin0:
	.loc	1 8 11, function_name $L__info_string0, inlined_at 1 22 5
	mov.u64 	%SP, __local_depot0;
	ld.param.u64 	%rd1, [scale_param_0];
	setp.lt.s32 	%p1|%p2, %r9, -1;
	@!%p1 bra 	$L__BB0_2;
	.pragma "nounroll";
	ld.global.v4.u32 	{%r1, %r2, _, %r4}, [%rd1+-16];
	.loc	1 9 3
	{ // callseq 0, 0
	.reg .b32 temp_param_reg;
	.param .b32 param0;
	st.param.b32 	[param0+0], %r1;
	call.uni (param0), 
$L__tmp3:
	helper, (param0);
	} // callseq 0
	{
	.param .b32 param0;
	}
$L__BB0_2:
	mov.f32 %r5, 0f3F800000; /* 1.0 */
	ret;
}
	.section	.debug_abbrev
	{
.b8 1
.b64 $L__func_begin0
	}
)";

std::string error_of(const std::string& text) {
  try {
    (void)parse(text);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input);
    return error.what();
  }
  return "was read";
}

std::string error_in_body(const std::string& body) {
  return error_of(kHead + ".entry k()\n{\n.reg .b32 %r<4>; .reg .pred %p<2>;\n" + body + "\n}");
}

TEST(PtxParse, ReadsWhatClangWrites) {
  const Module module = parse(kScale);
  EXPECT_EQ(module.version, "8.0");
  EXPECT_EQ(module.target, "sm_90");
  EXPECT_EQ(module.address_bits, 64U);
  const Function& scale = module.functions.at("scale");
  EXPECT_TRUE(scale.is_entry);
  ASSERT_EQ(scale.parameters, 3U);
  EXPECT_TRUE(scale.variables[0].is_pointer);
  EXPECT_EQ(scale.variables[0].pointer_space, Space::global);
  EXPECT_EQ(scale.variables[0].bytes, 8U);
  EXPECT_EQ(scale.variables[0].alignment, 8U);
  EXPECT_EQ(scale.variables[2].bytes, 16U);
  EXPECT_EQ(scale.variables[3].name, "__local_depot0");
  EXPECT_EQ(scale.variables[3].bytes, 80U);
  ASSERT_EQ(scale.instructions.size(), 9U);
  EXPECT_EQ(scale.labels.at("$L__func_begin0"), 0U);
  EXPECT_EQ(scale.labels.at("$L__BB0_2"), 7U);
}

TEST(PtxParse, PassesOverAttributesThatNvidiaWrites) {
  const Module module = parse(kHead + R"ptx(
.entry k() { ret; }
.metadata_section {
.metadata 0 {
 "cl_kernel_attributes",
 "k",
 "reqd_work_group_size(16,16,1)"
}
} // end of .metadata_section
)ptx");
  EXPECT_TRUE(module.functions.contains("k"));
}

TEST(PtxParse, ReadsInstructions) {
  const Module module = parse(kScale);
  const Function& scale = module.functions.at("scale");
  const auto& code = scale.instructions;
  using Kind = Operand::Kind;
  EXPECT_EQ(code[0].operands[1].kind, Kind::variable);
  EXPECT_EQ(code[0].source_line, 8U);
  EXPECT_EQ(code[1].name(), "ld.param.u64");
  EXPECT_EQ(code[2].operands[0].kind, Kind::list);
  EXPECT_EQ(code[2].operands[2].number, -1);
  EXPECT_TRUE(code[3].is_guarded);
  EXPECT_TRUE(code[3].guard.is_negated);
  EXPECT_EQ(scale.registers[code[3].guard.index].name, "%p1");
  EXPECT_EQ(code[3].operands[0].name, "$L__BB0_2");
  EXPECT_EQ(code[4].operands[0].elements[2].kind, Kind::none);
  EXPECT_EQ(code[4].operands[1].number, -16);
  EXPECT_THAT(code[4].modifiers, ElementsAre("global", "v4", "u32"));
  EXPECT_EQ(code[6].operands[1].name, "helper");
  EXPECT_EQ(code[6].source_line, 9U);
  EXPECT_EQ(code[7].operands[1].number, 0x3F800000);
  EXPECT_EQ(code[7].operands[1].float_bits, 32);
  // Each scope has a param0 of its own.
  EXPECT_EQ(scale.variables.size(), 6U);
}

TEST(PtxParse, ReadsVariablesAndWhatTheyHold) {
  const Module module = parse(kHead +
                              ".extern .shared .align 16 .b8 buffer[];\n"
                              ".const .align 4 .u32 table[4] = {1, 0x102, -1};\n"
                              ".global .align 8 .u64 places[2] = {generic(table)+4, 7};\n"
                              ".visible .global .align 4 .b8 rows[2][3] = {{1, 2, 3}, {4, 5, 6}};\n"
                              ".global .f32 one = 0f3F800000;\n");
  ASSERT_EQ(module.variables.size(), 5U);
  EXPECT_TRUE(module.variables[0].is_external);
  EXPECT_EQ(module.variables[0].bytes, 0U);
  EXPECT_THAT(module.variables[1].initial,
              ElementsAre(1, 0, 0, 0, 2, 1, 0, 0, 255, 255, 255, 255, 0, 0, 0, 0));
  EXPECT_EQ(module.variables[2].initial[0], -1);
  EXPECT_EQ(module.variables[2].initial[8], 7);
  EXPECT_THAT(module.variables[3].initial, ElementsAre(1, 2, 3, 4, 5, 6));
  EXPECT_THAT(module.variables[4].initial, ElementsAre(0, 0, 0x80, 0x3F));
}

TEST(PtxParse, SaysWhereItStumbles) {
  EXPECT_EQ(error_of(""), "PTX line 1: expected .version and .target before the code");
  EXPECT_EQ(error_of(kHead + "int x;"), "PTX line 4: expected a directive, found 'int'");
  EXPECT_EQ(error_of(kHead + ".entry ("), "PTX line 4: expected a function's name, found '('");
  EXPECT_EQ(error_of(kHead + ".entry k(.param .q7 x)"), "PTX line 4: expected a type, found '.q7'");
  EXPECT_EQ(error_of(kHead + ".entry k(.reg .u32 x)"),
            "PTX line 4: parameters in registers are not known here");
  EXPECT_EQ(error_of(kHead + ".entry k()\n{\n ret;\n"), "PTX line 5: the body of 'k' does not end");
  EXPECT_EQ(error_of(kHead + ".func f() { ret; } .func f() { ret; }"),
            "PTX line 4: function 'f' stands there twice");
  EXPECT_EQ(error_of(kHead + ".global .b8 x[99999999999];"),
            "PTX line 4: a variable of more than 4294967296 bytes");
  EXPECT_EQ(error_of(kHead + ".global .u16 x[1] = {1, 2};"),
            "PTX line 4: 'x' has more values than elements");
  EXPECT_EQ(error_of(kHead + ".global .align 3 .u16 x;"),
            "PTX line 4: an alignment that is no power of two");
  EXPECT_EQ(error_of(kHead + "/* and"), "PTX line 4: this comment does not end");
  EXPECT_EQ(error_of(kHead + ".section .debug_info {"), "PTX line 4: this '{' has no '}'");
  EXPECT_EQ(error_in_body("mov.u32 %r1, %r2"), "PTX line 8: expected ',', found '}'");
  EXPECT_EQ(error_in_body("mov.u32 %r1, ;"), "PTX line 7: expected an operand, found ';'");
  EXPECT_EQ(error_in_body("mov.u32 %r1, %r4;"), "PTX line 7: register '%r4' is not declared");
  EXPECT_EQ(error_in_body("mov.u32 %r1, 12x;"), "PTX line 7: expected a number, found '12x'");
  EXPECT_EQ(error_in_body("mov.u32 %r1, 0f12;"), "PTX line 7: expected a number, found '0f12'");
  EXPECT_EQ(error_in_body("@%r1 bra L;"),
            "PTX line 7: the guard of an instruction is no predicate register");
  EXPECT_EQ(error_in_body("@%p1 L:"), "PTX line 7: expected an operand, found ':'");
  EXPECT_EQ(error_in_body("L: ret; L: ret;"), "PTX line 7: label 'L' stands twice in 'k'");
  EXPECT_EQ(error_in_body("\n]"), "PTX line 8: expected a label, an instruction or '}', found ']'");
  EXPECT_EQ(error_in_body(std::string(100, '{')), "PTX line 7: more than 64 nested '{'");
  EXPECT_EQ(error_in_body("add " + std::string(100, '(')),
            "PTX line 7: operands are nested too deeply");
}

TEST(PtxParse, RubbishIsAnErrorAndNothingWorse) {
  std::mt19937_64 random(20261122);
  for (int round = 0; round < 3000; ++round) {
    std::string damaged = kScale;
    for (int i = 0; i < 4; ++i) {
      const std::size_t at = random() % damaged.size();
      const std::size_t length = random() % 6;
      switch (random() % 3) {
        case 0:
          damaged.erase(at, length);
          break;
        case 1:
          damaged.insert(at, damaged.substr(random() % damaged.size(), length));
          break;
        default:
          damaged[at] = static_cast<char>(random() & 0xFFU);
      }
    }
    try {
      (void)parse(damaged);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::input) << error.what();
    }
  }
}

}  // namespace
}  // namespace clgauge::lens::ptx
