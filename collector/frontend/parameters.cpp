#include "collector/frontend/parameters.h"

#include <fmt/format.h>
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

#include "base/error.h"
#include "collector/frontend/memory_operation.h"
#include "collector/frontend/types.h"

namespace clgauge::collector {
namespace {

constexpr std::size_t kLongestName = 1024;

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

// The metadata does not tell what is in a struct; the address arithmetic on the pointer does. Null
// where there is none.
llvm::Type* struct_behind(const llvm::Argument& pointer) {
  for (const llvm::User* user : pointer.users()) {
    const auto* address = llvm::dyn_cast<llvm::GEPOperator>(user);
    if (address != nullptr && address->getPointerOperand() == &pointer) {
      return address->getSourceElementType();
    }
  }
  return nullptr;
}

int bytes_of(llvm::Type* type, const llvm::DataLayout& layout) {
  return type == nullptr ? 0 : static_cast<int>(layout.getTypeAllocSize(type).getFixedSize());
}

constexpr std::size_t kMostMembers = 4096;

bool is_number(const llvm::Type& type) {
  return type.isHalfTy() || type.isFloatTy() || type.isDoubleTy() || type.isIntegerTy(8) ||
         type.isIntegerTy(16) || type.isIntegerTy(32) || type.isIntegerTy(64);
}

// Clang fills a structure up to its alignment with bytes of its own.
bool is_padding(const llvm::StructType& structure, unsigned element,
                const llvm::DataLayout& layout) {
  const auto* bytes = llvm::dyn_cast<llvm::ArrayType>(structure.getElementType(element));
  return bytes != nullptr && element > 0 && element + 1 == structure.getNumElements() &&
         bytes->getElementType()->isIntegerTy(8) &&
         bytes->getNumElements() <
             layout.getABITypeAlign(const_cast<llvm::StructType*>(&structure)).value();
}

// Appends the numbers in `type`, which lies at `offset`; false for what is none, or too many.
bool add_members(llvm::Type* type, int offset, const llvm::DataLayout& layout,
                 std::vector<Member>& members) {
  if (members.size() >= kMostMembers) return false;
  if (auto* structure = llvm::dyn_cast<llvm::StructType>(type)) {
    if (structure->isOpaque()) return false;
    const llvm::StructLayout& places = *layout.getStructLayout(structure);
    for (unsigned i = 0; i < structure->getNumElements(); ++i) {
      if (is_padding(*structure, i, layout)) continue;
      const int at = offset + static_cast<int>(places.getElementOffset(i));
      if (!add_members(structure->getElementType(i), at, layout, members)) return false;
    }
    return true;
  }
  const bool is_array = type->isArrayTy();
  if (is_array || type->isVectorTy()) {
    llvm::Type* one = is_array ? type->getArrayElementType() : type->getScalarType();
    const auto count =
        static_cast<int>(is_array ? type->getArrayNumElements()
                                  : llvm::cast<llvm::FixedVectorType>(type)->getNumElements());
    if (is_number(*one)) {
      members.push_back({dtype_of(*one), offset, count});
      return count > 0;
    }
    for (int i = 0; i < count; ++i) {
      if (!add_members(one, offset + i * bytes_of(one, layout), layout, members)) return false;
    }
    return true;
  }
  if (!is_number(*type)) return false;
  members.push_back({dtype_of(*type), offset, 1});
  return true;
}

void describe_structure(llvm::Type* type, const llvm::DataLayout& layout, Parameter& parameter) {
  parameter.bytes = bytes_of(type, layout);
  if (type == nullptr || !type->isStructTy()) return;
  if (!add_members(type, 0, layout, parameter.members)) parameter.members.clear();
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
    if (parameter.name.size() > kLongestName) {  // LLVM cuts it off, and two may be one then
      throw Error(ErrorKind::unsupported,
                  fmt::format("the kernel's parameter {} has a name of {} characters: shorten it "
                              "to {}",
                              argument.getArgNo() + 1, parameter.name.size(), kLongestName));
    }
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
      describe_structure(argument.getParamByValType(), layout, parameter);
    } else if (argument.getType()->isPointerTy()) {
      parameter.kind = array_space(argument);
      const ElementType element = parse_element(type);
      parameter.dtype = element.dtype;
      parameter.lanes = element.lanes;
      parameter.bytes = element.bytes;
      if (element.dtype == "struct") {
        describe_structure(struct_behind(argument), layout, parameter);
      }
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
