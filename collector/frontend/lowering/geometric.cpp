#include "collector/frontend/lowering/lowering.h"

namespace clgauge::collector {
namespace {

using llvm::CallInst;
using llvm::IRBuilder;
using llvm::Value;

// One multiplication, then a multiply-add for each further lane.
Value* dot_product(IRBuilder<>& builder, Value* a, Value* b) {
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(a->getType());
  if (vector == nullptr) return builder.CreateFMul(a, b);
  Value* sum = builder.CreateFMul(builder.CreateExtractElement(a, std::uint64_t{0}),
                                  builder.CreateExtractElement(b, std::uint64_t{0}));
  for (std::uint64_t lane = 1; lane < vector->getNumElements(); ++lane) {
    sum = builder.CreateIntrinsic(
        llvm::Intrinsic::fmuladd, {vector->getElementType()},
        {builder.CreateExtractElement(a, lane), builder.CreateExtractElement(b, lane), sum});
  }
  return sum;
}

Value* square_root(IRBuilder<>& builder, Value* operand) {
  return builder.CreateUnaryIntrinsic(llvm::Intrinsic::sqrt, operand);
}

Value* lower_dot(IRBuilder<>& builder, const CallInst& call, const BuiltinCall& /*builtin*/) {
  if (!call.getType()->isFloatingPointTy()) return nullptr;  // the integer dot products of 3.0
  return dot_product(builder, call.getArgOperand(0), call.getArgOperand(1));
}

Value* lower_length(IRBuilder<>& builder, const CallInst& call, const BuiltinCall& /*builtin*/) {
  return square_root(builder, dot_product(builder, call.getArgOperand(0), call.getArgOperand(0)));
}

Value* lower_distance(IRBuilder<>& builder, const CallInst& call, const BuiltinCall& /*builtin*/) {
  Value* difference = builder.CreateFSub(call.getArgOperand(0), call.getArgOperand(1));
  return square_root(builder, dot_product(builder, difference, difference));
}

// Scaled by one reciprocal square root, as devices do it: a division, then a multiplication a lane.
Value* lower_normalize(IRBuilder<>& builder, const CallInst& call, const BuiltinCall& /*builtin*/) {
  Value* operand = call.getArgOperand(0);
  Value* length = square_root(builder, dot_product(builder, operand, operand));
  Value* scale = builder.CreateFDiv(llvm::ConstantFP::get(length->getType(), 1.0), length);
  if (const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(operand->getType())) {
    scale = builder.CreateVectorSplat(vector->getNumElements(), scale);
  }
  return builder.CreateFMul(operand, scale);
}

// a.yzx * b.zxy - a.zxy * b.yzx in the first three lanes; a fourth lane is zero.
Value* lower_cross(IRBuilder<>& builder, const CallInst& call, const BuiltinCall& /*builtin*/) {
  Value* result = llvm::Constant::getNullValue(call.getType());
  const auto lane = [&](unsigned operand, std::uint64_t index) {
    return builder.CreateExtractElement(call.getArgOperand(operand), index % 3);
  };
  for (std::uint64_t i = 0; i < 3; ++i) {
    Value* second = builder.CreateFMul(lane(0, i + 2), lane(1, i + 1));
    Value* first =
        builder.CreateIntrinsic(llvm::Intrinsic::fmuladd, {call.getType()->getScalarType()},
                                {lane(0, i + 1), lane(1, i + 2), builder.CreateFNeg(second)});
    result = builder.CreateInsertElement(result, first, i);
  }
  return result;
}

constexpr Lowering kGeometricLowerings[] = {
    {"dot", lower_dot},
    {"length", lower_length},
    {"fast_length", lower_length},
    {"distance", lower_distance},
    {"fast_distance", lower_distance},
    {"normalize", lower_normalize},
    {"fast_normalize", lower_normalize},
    {"cross", lower_cross},
};

}  // namespace

llvm::ArrayRef<Lowering> geometric_lowerings() { return kGeometricLowerings; }

}  // namespace clgauge::collector
