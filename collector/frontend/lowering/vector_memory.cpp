#include "collector/frontend/lowering/lowering.h"

namespace clgauge::collector {
namespace {

using llvm::CallInst;
using llvm::IRBuilder;
using llvm::Value;

llvm::Align scalar_alignment(const llvm::Type& element) {
  return llvm::Align(element.getScalarSizeInBits() / 8);
}

// Address of vector number `offset` of `lanes` elements, OpenCL C 6.15.7: (p + offset * lanes).
Value* vector_address(IRBuilder<>& builder, llvm::Type* element, Value* pointer, Value* offset,
                      unsigned lanes) {
  Value* first = builder.CreateMul(offset, llvm::ConstantInt::get(offset->getType(), lanes), "",
                                   /*HasNUW=*/false, /*HasNSW=*/true);
  return builder.CreateInBoundsGEP(element, pointer, first);
}

// vload3 reads three elements, though its type has the size of four.
Value* lower_vload(IRBuilder<>& builder, const CallInst& call, const BuiltinCall& /*builtin*/) {
  auto* vector = llvm::cast<llvm::FixedVectorType>(call.getType());
  llvm::Type* element = vector->getElementType();
  Value* address = vector_address(builder, element, call.getArgOperand(1), call.getArgOperand(0),
                                  vector->getNumElements());
  return builder.CreateAlignedLoad(vector, address, scalar_alignment(*element));
}

Value* lower_vstore(IRBuilder<>& builder, const CallInst& call, const BuiltinCall& /*builtin*/) {
  Value* data = call.getArgOperand(0);
  auto* vector = llvm::cast<llvm::FixedVectorType>(data->getType());
  llvm::Type* element = vector->getElementType();
  Value* address = vector_address(builder, element, call.getArgOperand(2), call.getArgOperand(1),
                                  vector->getNumElements());
  return builder.CreateAlignedStore(data, address, scalar_alignment(*element));
}

// The half forms convert: the memory holds float16, the registers float32 or float64. The "a"
// forms (vloada_half3) address vectors of three as if they had four elements.
unsigned half_address_lanes(unsigned lanes, const BuiltinCall& builtin) {
  const bool aligned = builtin.name.find("a_half") != std::string::npos;
  return aligned && lanes == 3 ? 4 : lanes;
}

llvm::Type* half_type_of(IRBuilder<>& builder, llvm::Type* type) {
  if (const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
    return llvm::FixedVectorType::get(builder.getHalfTy(), vector->getNumElements());
  }
  return builder.getHalfTy();
}

unsigned lanes_of(const llvm::Type* type) {
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  return vector == nullptr ? 1 : vector->getNumElements();
}

Value* lower_vload_half(IRBuilder<>& builder, const CallInst& call, const BuiltinCall& builtin) {
  const unsigned lanes = half_address_lanes(lanes_of(call.getType()), builtin);
  Value* address = vector_address(builder, builder.getHalfTy(), call.getArgOperand(1),
                                  call.getArgOperand(0), lanes);
  Value* halves =
      builder.CreateAlignedLoad(half_type_of(builder, call.getType()), address, llvm::Align(2));
  return builder.CreateFPExt(halves, call.getType());
}

Value* lower_vstore_half(IRBuilder<>& builder, const CallInst& call, const BuiltinCall& builtin) {
  Value* data = call.getArgOperand(0);
  const unsigned lanes = half_address_lanes(lanes_of(data->getType()), builtin);
  Value* halves = builder.CreateFPTrunc(data, half_type_of(builder, data->getType()));
  Value* address = vector_address(builder, builder.getHalfTy(), call.getArgOperand(2),
                                  call.getArgOperand(1), lanes);
  return builder.CreateAlignedStore(halves, address, llvm::Align(2));
}

constexpr Lowering kVectorMemoryLowerings[] = {
    {"vload2", lower_vload},
    {"vload3", lower_vload},
    {"vload4", lower_vload},
    {"vload8", lower_vload},
    {"vload16", lower_vload},
    {"vstore2", lower_vstore},
    {"vstore3", lower_vstore},
    {"vstore4", lower_vstore},
    {"vstore8", lower_vstore},
    {"vstore16", lower_vstore},
    {"vload_half", lower_vload_half},
    {"vload_half2", lower_vload_half},
    {"vload_half3", lower_vload_half},
    {"vload_half4", lower_vload_half},
    {"vload_half8", lower_vload_half},
    {"vload_half16", lower_vload_half},
    {"vloada_half", lower_vload_half},
    {"vloada_half2", lower_vload_half},
    {"vloada_half3", lower_vload_half},
    {"vloada_half4", lower_vload_half},
    {"vloada_half8", lower_vload_half},
    {"vloada_half16", lower_vload_half},
    {"vstore_half", lower_vstore_half},
    {"vstore_half2", lower_vstore_half},
    {"vstore_half3", lower_vstore_half},
    {"vstore_half4", lower_vstore_half},
    {"vstore_half8", lower_vstore_half},
    {"vstore_half16", lower_vstore_half},
    {"vstorea_half", lower_vstore_half},
    {"vstorea_half2", lower_vstore_half},
    {"vstorea_half3", lower_vstore_half},
    {"vstorea_half4", lower_vstore_half},
    {"vstorea_half8", lower_vstore_half},
    {"vstorea_half16", lower_vstore_half},
};

}  // namespace

llvm::ArrayRef<Lowering> vector_memory_lowerings() { return kVectorMemoryLowerings; }

}  // namespace clgauge::collector
