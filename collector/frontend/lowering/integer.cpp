#include "collector/frontend/lowering/lowering.h"

namespace clgauge::collector {
namespace {

using llvm::CallInst;
using llvm::IRBuilder;
using llvm::Value;
using llvm::Intrinsic::ID;

bool is_integer(const CallInst& call) { return call.getType()->isIntOrIntVectorTy(); }

// A scalar operand beside vector ones (max(int4, int)) applies to every lane.
Value* widened(IRBuilder<>& builder, const CallInst& call, unsigned index) {
  Value* operand = call.getArgOperand(index);
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(call.getType());
  if (vector == nullptr || operand->getType()->isVectorTy()) return operand;
  return builder.CreateVectorSplat(vector->getNumElements(), operand);
}

Value* minimum(IRBuilder<>& builder, Value* a, Value* b, bool is_unsigned) {
  const ID id = is_unsigned ? llvm::Intrinsic::umin : llvm::Intrinsic::smin;
  return builder.CreateBinaryIntrinsic(id, a, b);
}

Value* maximum(IRBuilder<>& builder, Value* a, Value* b, bool is_unsigned) {
  const ID id = is_unsigned ? llvm::Intrinsic::umax : llvm::Intrinsic::smax;
  return builder.CreateBinaryIntrinsic(id, a, b);
}

Value* lower_min(IRBuilder<>& builder, const CallInst& call, const BuiltinCall& builtin) {
  if (!is_integer(call)) return nullptr;
  return minimum(builder, call.getArgOperand(0), widened(builder, call, 1),
                 builtin.unsigned_operands);
}

Value* lower_max(IRBuilder<>& builder, const CallInst& call, const BuiltinCall& builtin) {
  if (!is_integer(call)) return nullptr;
  return maximum(builder, call.getArgOperand(0), widened(builder, call, 1),
                 builtin.unsigned_operands);
}

// clamp(x, low, high) is min(max(x, low), high), OpenCL C 6.15.4.
Value* lower_clamp(IRBuilder<>& builder, const CallInst& call, const BuiltinCall& builtin) {
  if (!is_integer(call)) return nullptr;
  Value* raised =
      maximum(builder, call.getArgOperand(0), widened(builder, call, 1), builtin.unsigned_operands);
  return minimum(builder, raised, widened(builder, call, 2), builtin.unsigned_operands);
}

Value* lower_abs(IRBuilder<>& builder, const CallInst& call, const BuiltinCall& builtin) {
  if (builtin.unsigned_operands) return call.getArgOperand(0);
  return builder.CreateBinaryIntrinsic(llvm::Intrinsic::abs, call.getArgOperand(0),
                                       builder.getFalse());
}

// Defined only when the operands fit 24 bits, where the plain operations give the same result.
Value* lower_mul24(IRBuilder<>& builder, const CallInst& call, const BuiltinCall& /*builtin*/) {
  return builder.CreateMul(call.getArgOperand(0), call.getArgOperand(1));
}

Value* lower_mad24(IRBuilder<>& builder, const CallInst& call, const BuiltinCall& /*builtin*/) {
  Value* product = builder.CreateMul(call.getArgOperand(0), call.getArgOperand(1));
  return builder.CreateAdd(product, call.getArgOperand(2));
}

constexpr Lowering kIntegerLowerings[] = {
    {"min", lower_min}, {"max", lower_max},     {"clamp", lower_clamp},
    {"abs", lower_abs}, {"mul24", lower_mul24}, {"mad24", lower_mad24},
};

}  // namespace

llvm::ArrayRef<Lowering> integer_lowerings() { return kIntegerLowerings; }

}  // namespace clgauge::collector
