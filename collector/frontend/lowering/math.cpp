#include "collector/frontend/lowering/lowering.h"

namespace clgauge::collector {
namespace {

using llvm::CallInst;
using llvm::IRBuilder;
using llvm::Value;

// mad and fma are one operation on every device with a fused unit; fmuladd is also what Clang
// makes of a*b + c, so that all three spellings count alike.
Value* lower_multiply_add(IRBuilder<>& builder, const CallInst& call,
                          const BuiltinCall& /*builtin*/) {
  return builder.CreateIntrinsic(
      llvm::Intrinsic::fmuladd, {call.getType()},
      {call.getArgOperand(0), call.getArgOperand(1), call.getArgOperand(2)});
}

// mix(x, y, a) = x + (y - x) * a, OpenCL C 6.15.4.
Value* lower_mix(IRBuilder<>& builder, const CallInst& call, const BuiltinCall& /*builtin*/) {
  Value* x = call.getArgOperand(0);
  Value* weight = call.getArgOperand(2);
  if (const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(call.getType());
      vector != nullptr && !weight->getType()->isVectorTy()) {
    weight = builder.CreateVectorSplat(vector->getNumElements(), weight);
  }
  Value* difference = builder.CreateFSub(call.getArgOperand(1), x);
  return builder.CreateIntrinsic(llvm::Intrinsic::fmuladd, {call.getType()},
                                 {difference, weight, x});
}

// degrees(x) = (180 / pi) * x and radians(x) = (pi / 180) * x.
Value* scaled(IRBuilder<>& builder, const CallInst& call, double factor) {
  return builder.CreateFMul(call.getArgOperand(0), llvm::ConstantFP::get(call.getType(), factor));
}
constexpr double kDegreesPerRadian = 57.295779513082320876798;
Value* lower_degrees(IRBuilder<>& builder, const CallInst& call, const BuiltinCall& /*builtin*/) {
  return scaled(builder, call, kDegreesPerRadian);
}
Value* lower_radians(IRBuilder<>& builder, const CallInst& call, const BuiltinCall& /*builtin*/) {
  return scaled(builder, call, 1.0 / kDegreesPerRadian);
}

constexpr Lowering kMathLowerings[] = {
    {"mad", lower_multiply_add}, {"fma", lower_multiply_add}, {"mix", lower_mix},
    {"degrees", lower_degrees},  {"radians", lower_radians},
};

}  // namespace

llvm::ArrayRef<Lowering> math_lowerings() { return kMathLowerings; }

}  // namespace clgauge::collector
