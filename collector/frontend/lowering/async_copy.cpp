#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <optional>

#include "collector/frontend/lowering/lowering.h"

namespace clgauge::collector {
namespace {

using llvm::CallInst;
using llvm::IRBuilder;
using llvm::Value;

llvm::Type* scalar_type(char code, llvm::LLVMContext& context) {
  switch (code) {  // Itanium codes; "Dh" arrives here as 'D'
    case 'a':
    case 'c':
    case 'h':
      return llvm::Type::getInt8Ty(context);
    case 's':
    case 't':
      return llvm::Type::getInt16Ty(context);
    case 'i':
    case 'j':
      return llvm::Type::getInt32Ty(context);
    case 'l':
    case 'm':
      return llvm::Type::getInt64Ty(context);
    case 'D':
      return llvm::Type::getHalfTy(context);
    case 'f':
      return llvm::Type::getFloatTy(context);
    case 'd':
      return llvm::Type::getDoubleTy(context);
    default:
      return nullptr;
  }
}

// What the first parameter of "_Z21async_work_group_copyPU3AS3Dv4_fPU3AS1KS_m9ocl_event" points to,
// as it lies in memory.
llvm::Type* copied_element(const CallInst& call) {
  llvm::StringRef rest = call.getCalledFunction()->getName();
  unsigned skipped = 0;
  rest = rest.substr(rest.find("copy") + 4);
  if (!rest.consume_front("PU3AS") || rest.consumeInteger(10, skipped)) return nullptr;
  unsigned lanes = 1;
  if (rest.consume_front("Dv") && (rest.consumeInteger(10, lanes) || !rest.consume_front("_"))) {
    return nullptr;
  }
  if (rest.empty()) return nullptr;
  llvm::Type* scalar = scalar_type(rest.front(), call.getContext());
  if (scalar == nullptr || lanes == 1) return scalar;
  return llvm::FixedVectorType::get(scalar, lanes);
}

// get_local_id(d) or get_local_size(d), as Clang calls it.
Value* query(IRBuilder<>& builder, const char* mangled, unsigned dimension) {
  llvm::Module& module = *builder.GetInsertBlock()->getModule();
  llvm::FunctionCallee function =
      module.getOrInsertFunction(mangled, builder.getInt64Ty(), builder.getInt32Ty());
  auto* callee = llvm::cast<llvm::Function>(function.getCallee());
  callee->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  CallInst* call = builder.CreateCall(function, builder.getInt32(dimension));
  call->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  call->setDoesNotAccessMemory();
  return call;
}

struct Sharing {
  Value* first;  // this work-item's first element
  Value* step;   // the work-items of the group
};

// Element i is the business of work-item i of the group, modulo their number.
Sharing share(IRBuilder<>& builder) {
  Value* item = builder.getInt64(0);
  Value* items = builder.getInt64(1);
  for (unsigned dimension = 0; dimension < 3; ++dimension) {
    Value* id = query(builder, "_Z12get_local_idj", dimension);
    item = builder.CreateNSWAdd(item, builder.CreateNSWMul(id, items));
    items = builder.CreateNSWMul(items, query(builder, "_Z14get_local_sizej", dimension));
  }
  return {item, items};
}

Value* element_address(IRBuilder<>& builder, llvm::Type* element, Value* pointer, Value* index) {
  return builder.CreateInBoundsGEP(element, pointer, index);
}

// Before the call, which stays to be counted as a copy, the loop that the work-items of the group
// share. A group of float3 is copied like one of float4 (OpenCL C 6.15.11).
Value* copy(const CallInst& call, Value* to_step, Value* from_step) {
  llvm::Type* element = copied_element(call);
  if (element == nullptr) return nullptr;
  auto* at = const_cast<CallInst*>(&call);
  llvm::BasicBlock* before = at->getParent();
  llvm::BasicBlock* after = llvm::SplitBlock(before, at);
  llvm::LLVMContext& context = call.getContext();
  llvm::BasicBlock* head = llvm::BasicBlock::Create(context, "copy", before->getParent(), after);
  llvm::BasicBlock* body =
      llvm::BasicBlock::Create(context, "copy.element", before->getParent(), after);

  IRBuilder<> builder(before->getTerminator());
  builder.SetCurrentDebugLocation(call.getDebugLoc());
  const Sharing sharing = share(builder);
  builder.CreateBr(head);
  before->getTerminator()->eraseFromParent();

  builder.SetInsertPoint(head);
  llvm::PHINode* index = builder.CreatePHI(builder.getInt64Ty(), 2);
  index->addIncoming(sharing.first, before);
  // Signed: no copy has 2^63 elements, and a count that is an int extended is easier to reason
  // with.
  builder.CreateCondBr(builder.CreateICmpSLT(index, call.getArgOperand(2)), body, after);

  builder.SetInsertPoint(body);
  Value* from = element_address(builder, element, call.getArgOperand(1),
                                builder.CreateNSWMul(index, from_step));
  Value* to = element_address(builder, element, call.getArgOperand(0),
                              builder.CreateNSWMul(index, to_step));
  auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(element);
  if (vector != nullptr && vector->getNumElements() == 3) {
    llvm::Type* whole = llvm::FixedVectorType::get(vector->getElementType(), 4);
    const auto as_whole = [&](Value* pointer) {
      const unsigned space = pointer->getType()->getPointerAddressSpace();
      return builder.CreateBitCast(pointer, llvm::PointerType::get(whole, space));
    };
    builder.CreateStore(builder.CreateLoad(whole, as_whole(from)), as_whole(to));
  } else {
    builder.CreateStore(builder.CreateLoad(element, from), to);
  }
  index->addIncoming(builder.CreateNSWAdd(index, sharing.step), body);
  builder.CreateBr(head);
  return nullptr;
}

Value* lower_copy(IRBuilder<>& builder, const CallInst& call, const BuiltinCall& /*builtin*/) {
  return copy(call, builder.getInt64(1), builder.getInt64(1));
}

// The stride is of the side in global memory.
Value* lower_strided_copy(IRBuilder<>& builder, const CallInst& call,
                          const BuiltinCall& /*builtin*/) {
  constexpr unsigned kGlobal = 1;
  const bool gathers = call.getArgOperand(1)->getType()->getPointerAddressSpace() == kGlobal;
  Value* stride = call.getArgOperand(3);
  return gathers ? copy(call, builder.getInt64(1), stride)
                 : copy(call, stride, builder.getInt64(1));
}

constexpr Lowering kAsyncCopyLowerings[] = {
    {"async_work_group_copy", lower_copy},
    {"async_work_group_strided_copy", lower_strided_copy},
};

}  // namespace

llvm::ArrayRef<Lowering> async_copy_lowerings() { return kAsyncCopyLowerings; }

}  // namespace clgauge::collector
