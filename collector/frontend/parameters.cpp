#include "collector/frontend/parameters.h"

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <array>
#include <charconv>
#include <string_view>

#include "collector/frontend/memory_operation.h"
#include "collector/frontend/types.h"

namespace clgauge::collector {
namespace {

struct ElementType {
  std::string dtype = "struct";
  int lanes = 1;
  int bytes = 0;
};

struct NamedType {
  std::string_view name;
  const char* dtype;
  int bytes;
};

// As Clang spells them in kernel_arg_base_type.
constexpr std::array<NamedType, 13> kTypes{{{"char", "int8", 1},
                                            {"uchar", "int8", 1},
                                            {"short", "int16", 2},
                                            {"ushort", "int16", 2},
                                            {"int", "int32", 4},
                                            {"uint", "int32", 4},
                                            {"long", "int64", 8},
                                            {"ulong", "int64", 8},
                                            {"half", "float16", 2},
                                            {"float", "float32", 4},
                                            {"double", "float64", 8},
                                            {"bool", "int8", 1},
                                            {"size_t", "int64", 8}}};

// "float __attribute__((ext_vector_type(4)))*" -> float32, 4 lanes, 16 bytes; "int[4]*" -> int32. A
// vector of three has the size of four.
ElementType parse_element(std::string_view text) {
  constexpr std::string_view kVector = "ext_vector_type(";
  const std::string_view stem = text.substr(0, text.find_first_of(" [*"));
  for (const NamedType& type : kTypes) {
    if (stem != type.name) continue;
    int lanes = 1;
    if (const std::size_t at = text.find(kVector); at != std::string_view::npos) {
      const std::string_view digits = text.substr(at + kVector.size());
      std::from_chars(digits.data(), digits.data() + digits.size(), lanes);
    }
    return {type.dtype, lanes, type.bytes * (lanes == 3 ? 4 : lanes)};
  }
  return {};
}

// The metadata does not tell the size of a struct; the address arithmetic on the pointer does.
int struct_bytes(const llvm::Argument& pointer, const llvm::DataLayout& layout) {
  for (const llvm::User* user : pointer.users()) {
    const auto* address = llvm::dyn_cast<llvm::GEPOperator>(user);
    if (address != nullptr && address->getPointerOperand() == &pointer) {
      return static_cast<int>(
          layout.getTypeAllocSize(address->getSourceElementType()).getFixedSize());
    }
  }
  return 0;
}

std::string metadata_text(const llvm::Function& kernel, const char* kind, unsigned index) {
  const llvm::MDNode* node = kernel.getMetadata(kind);
  if (node == nullptr || index >= node->getNumOperands()) return {};
  const auto* text = llvm::dyn_cast<llvm::MDString>(node->getOperand(index));
  return text == nullptr ? std::string() : text->getString().str();
}

}  // namespace

std::vector<Parameter> parameters_of(const llvm::Function& kernel) {
  std::vector<Parameter> parameters;
  const llvm::DataLayout& layout = kernel.getParent()->getDataLayout();
  for (const llvm::Argument& argument : kernel.args()) {
    Parameter parameter;
    parameter.name = metadata_text(kernel, "kernel_arg_name", argument.getArgNo());
    if (parameter.name.empty()) parameter.name = argument.getName().str();
    const std::string type = metadata_text(kernel, "kernel_arg_base_type", argument.getArgNo());
    if (type.starts_with("image")) {
      parameter.kind = "image";
      parameter.dtype = type;
      parameter.bytes = 0;
      parameter.writes =
          metadata_text(kernel, "kernel_arg_access_qual", argument.getArgNo()) != "read_only";
    } else if (type == "sampler_t") {
      parameter.kind = "sampler";
      parameter.dtype = type;
      parameter.bytes = 0;
    } else if (argument.hasByValAttr()) {
      parameter.kind = "scalar";
      parameter.dtype = "struct";
      parameter.bytes =
          static_cast<int>(layout.getTypeAllocSize(argument.getParamByValType()).getFixedSize());
    } else if (argument.getType()->isPointerTy()) {
      parameter.kind = array_space(argument);
      const ElementType element = parse_element(type);
      parameter.dtype = element.dtype;
      parameter.lanes = element.lanes;
      parameter.bytes = element.dtype == "struct" ? struct_bytes(argument, layout) : element.bytes;
    } else {
      parameter.kind = "scalar";
      parameter.dtype = dtype_of(*argument.getType());
      parameter.lanes = lanes_of(*argument.getType());
      parameter.bytes =
          static_cast<int>(layout.getTypeAllocSize(argument.getType()).getFixedSize());
    }
    parameters.push_back(std::move(parameter));
  }
  for (const llvm::Instruction& instruction : llvm::instructions(kernel)) {
    for (const MemoryOperation& operation : memory_operations(instruction)) {
      if (!operation.is_store) continue;
      for (const llvm::Value* array : origins_of(*operation.pointer).arrays) {
        if (const auto* argument = llvm::dyn_cast<llvm::Argument>(array)) {
          parameters[argument->getArgNo()].writes = true;
        }
      }
    }
  }
  return parameters;
}

}  // namespace clgauge::collector
