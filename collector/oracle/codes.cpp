#include "collector/oracle/codes.h"

#include <llvm/IR/Instructions.h>

#include <map>
#include <string>

#include "collector/frontend/builtin_call.h"

namespace clgauge::collector::oracle {

std::optional<Code> binary_code(unsigned opcode) {
  switch (opcode) {
    case llvm::Instruction::Add:
      return Code::add;
    case llvm::Instruction::Sub:
      return Code::sub;
    case llvm::Instruction::Mul:
      return Code::mul;
    case llvm::Instruction::UDiv:
      return Code::udiv;
    case llvm::Instruction::SDiv:
      return Code::sdiv;
    case llvm::Instruction::URem:
      return Code::urem;
    case llvm::Instruction::SRem:
      return Code::srem;
    case llvm::Instruction::Shl:
      return Code::shl;
    case llvm::Instruction::LShr:
      return Code::lshr;
    case llvm::Instruction::AShr:
      return Code::ashr;
    case llvm::Instruction::And:
      return Code::bit_and;
    case llvm::Instruction::Or:
      return Code::bit_or;
    case llvm::Instruction::Xor:
      return Code::bit_xor;
    default:
      return std::nullopt;
  }
}

std::optional<Code> intrinsic_code(llvm::Intrinsic::ID id) {
  switch (id) {
    case llvm::Intrinsic::smin:
      return Code::smin;
    case llvm::Intrinsic::smax:
      return Code::smax;
    case llvm::Intrinsic::umin:
      return Code::umin;
    case llvm::Intrinsic::umax:
      return Code::umax;
    case llvm::Intrinsic::abs:
      return Code::abs;
    default:
      return std::nullopt;
  }
}

Comparison comparison_of(llvm::CmpInst::Predicate predicate) {
  switch (predicate) {
    case llvm::CmpInst::ICMP_EQ:
      return {Code::compare_eq, false};
    case llvm::CmpInst::ICMP_NE:
      return {Code::compare_ne, false};
    case llvm::CmpInst::ICMP_SLT:
      return {Code::compare_slt, false};
    case llvm::CmpInst::ICMP_SLE:
      return {Code::compare_sle, false};
    case llvm::CmpInst::ICMP_SGT:
      return {Code::compare_slt, true};
    case llvm::CmpInst::ICMP_SGE:
      return {Code::compare_sle, true};
    case llvm::CmpInst::ICMP_ULT:
      return {Code::compare_ult, false};
    case llvm::CmpInst::ICMP_ULE:
      return {Code::compare_ule, false};
    case llvm::CmpInst::ICMP_UGT:
      return {Code::compare_ult, true};
    default:
      return {Code::compare_ule, true};
  }
}

std::optional<Query> query_of(const llvm::CallBase& call, unsigned& dimension) {
  static const std::map<std::string, Query> with_dimension{
      {"get_global_id", Query::global_id},   {"get_local_id", Query::local_id},
      {"get_group_id", Query::group_id},     {"get_global_size", Query::global_size},
      {"get_local_size", Query::local_size}, {"get_num_groups", Query::group_count},
      {"get_global_offset", Query::offset},  {"get_enqueued_local_size", Query::local_size}};
  static const std::map<std::string, Query> without{
      {"get_work_dim", Query::work_dimensions},
      {"get_global_linear_id", Query::global_linear_id},
      {"get_local_linear_id", Query::local_linear_id}};
  dimension = 0;
  if (const auto query = work_item_query(call)) {
    dimension = query->dimension;
    return with_dimension.at(query->name);
  }
  const auto builtin = builtin_call(call);
  if (!builtin) return std::nullopt;
  const auto found = without.find(builtin->name);
  return found == without.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace clgauge::collector::oracle
