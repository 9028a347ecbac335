#include "lens/ir/ir_kernel.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/DebugLoc.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>

#include "base/error.h"
#include "collector/frontend/builtin_call.h"
#include "collector/frontend/memory_operation.h"

namespace clgauge::lens {
namespace {

std::unique_ptr<llvm::Module> read_module(std::string_view bitcode, llvm::LLVMContext& context) {
  auto module = llvm::parseBitcodeFile(
      llvm::MemoryBufferRef({bitcode.data(), bitcode.size()}, "kernel"), context);
  if (!module) {
    throw Error(ErrorKind::input, "damaged LLVM IR: " + llvm::toString(module.takeError()));
  }
  if (llvm::verifyModule(**module)) {
    throw Error(ErrorKind::input, "damaged LLVM IR: its verifier refuses it");
  }
  return std::move(*module);
}

}  // namespace

struct IrKernel::State {
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module;
  const llvm::Function* function = nullptr;
  std::vector<AccessPlace> places;
  std::vector<const llvm::Instruction*> instructions;  // of each place
};

IrKernel::IrKernel(std::string_view bitcode, const std::string& kernel)
    : state_(std::make_unique<State>()) {
  state_->module = read_module(bitcode, state_->context);
  state_->function = state_->module->getFunction(kernel);
  if (state_->function == nullptr || state_->function->isDeclaration()) {
    throw Error(ErrorKind::input, "the LLVM IR holds no kernel '" + kernel + "'");
  }
  for (const llvm::Instruction& instruction : llvm::instructions(*state_->function)) {
    for (const auto& operation : collector::memory_operations(instruction)) {
      state_->places.push_back(
          {static_cast<unsigned>(operation.bytes), operation.is_store, operation.is_atomic, false});
    }
    if (collector::is_group_barrier(instruction)) {
      state_->places.push_back({0, false, false, true});
    }
    state_->instructions.resize(state_->places.size(), &instruction);
  }
}

IrKernel::~IrKernel() = default;
IrKernel::IrKernel(IrKernel&&) noexcept = default;
IrKernel& IrKernel::operator=(IrKernel&&) noexcept = default;

const llvm::Function& IrKernel::function() const noexcept { return *state_->function; }
const std::vector<AccessPlace>& IrKernel::places() const noexcept { return state_->places; }
const llvm::Instruction& IrKernel::instruction_of(std::size_t place) const {
  return *state_->instructions.at(place);
}

std::string line_of(const llvm::Instruction& instruction) {
  const llvm::DebugLoc& where = instruction.getDebugLoc();
  return where ? "line " + std::to_string(where.getLine()) : "a line that the object does not name";
}

}  // namespace clgauge::lens
