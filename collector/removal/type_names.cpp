#include "collector/removal/type_names.h"

#include <clang/AST/Decl.h>
#include <clang/AST/Type.h>

#include <cctype>

namespace clgauge::collector::removal {
namespace {

std::string scalar_name(const clang::BuiltinType& type) {
  switch (type.getKind()) {
    case clang::BuiltinType::Bool:
      return "bool";
    case clang::BuiltinType::Char_S:
    case clang::BuiltinType::SChar:
      return "char";
    case clang::BuiltinType::Char_U:
    case clang::BuiltinType::UChar:
      return "uchar";
    case clang::BuiltinType::Short:
      return "short";
    case clang::BuiltinType::UShort:
      return "ushort";
    case clang::BuiltinType::Int:
      return "int";
    case clang::BuiltinType::UInt:
      return "uint";
    case clang::BuiltinType::Long:
    case clang::BuiltinType::LongLong:
      return "long";
    case clang::BuiltinType::ULong:
    case clang::BuiltinType::ULongLong:
      return "ulong";
    case clang::BuiltinType::Half:
      return "half";
    case clang::BuiltinType::Float:
      return "float";
    case clang::BuiltinType::Double:
      return "double";
    default:
      return {};
  }
}

clang::QualType element_of(clang::QualType type) {
  if (const auto* vector = type->getAs<clang::VectorType>()) return vector->getElementType();
  return type;
}

unsigned lanes_of(clang::QualType type) {
  const auto* vector = type->getAs<clang::VectorType>();
  return vector == nullptr ? 1 : vector->getNumElements();
}

}  // namespace

TypeNames::TypeNames(const clang::ASTContext& context)
    : context_(context), policy_(context.getLangOpts()) {
  policy_.SuppressImplicitBase = true;
}

// An array has the space of its elements, where Clang 15's own function looks for it in vain,
// forever.
clang::QualType TypeNames::without_space(clang::QualType type) const {
  if (const auto* array = context_.getAsConstantArrayType(type)) {
    return context_.getConstantArrayType(without_space(array->getElementType()), array->getSize(),
                                         array->getSizeExpr(), array->getSizeModifier(),
                                         array->getIndexTypeCVRQualifiers());
  }
  if (const auto* array = context_.getAsIncompleteArrayType(type)) {
    return context_.getIncompleteArrayType(without_space(array->getElementType()),
                                           array->getSizeModifier(),
                                           array->getIndexTypeCVRQualifiers());
  }
  return context_.removeAddrSpaceQualType(type);
}

std::string TypeNames::name(clang::QualType type) const {
  if (const auto* vector = type->getAs<clang::VectorType>()) {
    return name(vector->getElementType()) + std::to_string(vector->getNumElements());
  }
  if (const auto* builtin = type->getAs<clang::BuiltinType>()) {
    if (std::string scalar = scalar_name(*builtin); !scalar.empty()) return scalar;
  }
  if (type->isEnumeralType()) return "int";
  const clang::QualType bare(type.getTypePtr(), 0);
  return without_space(bare).getUnqualifiedType().getAsString(policy_);
}

std::string TypeNames::identifier(clang::QualType type) const {
  std::string text = name(type);
  for (char& c : text) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  }
  return text;
}

std::string TypeNames::declaration(clang::QualType type, const std::string& variable,
                                   Space generic) const {
  const clang::LangAS own = type.getAddressSpace();
  if (own == clang::LangAS::opencl_private || own == clang::LangAS::opencl_generic) {
    type = without_space(type);
  }
  if (type->isPointerType() && type->getPointeeType()->isArrayType() &&
      type->getPointeeType().getAddressSpace() == clang::LangAS::opencl_private) {
    // Clang prints the space that it deduced for the array where no compiler accepts it.
    const clang::QualType bare = context_.getPointerType(without_space(type->getPointeeType()));
    type = context_.getQualifiedType(bare, type.getQualifiers());
  }
  if (type->isPointerType() &&
      type->getPointeeType().getAddressSpace() == clang::LangAS::opencl_generic) {
    const clang::LangAS space = generic == Space::global     ? clang::LangAS::opencl_global
                                : generic == Space::constant ? clang::LangAS::opencl_constant
                                : generic == Space::local    ? clang::LangAS::opencl_local
                                                             : clang::LangAS::opencl_private;
    const clang::Qualifiers outer = type.getQualifiers();
    const clang::QualType pointee = without_space(type->getPointeeType());
    type = context_.getPointerType(context_.getAddrSpaceQualType(pointee, space));
    type = context_.getQualifiedType(type, outer);
  }
  std::string text = variable;
  type.getAsStringInternal(text, policy_);
  return text;
}

bool TypeNames::add_leaves(clang::QualType type, const std::string& path,
                           std::vector<Leaf>& leaves) const {
  if (const auto* array = context_.getAsConstantArrayType(type)) {
    // A structure with a huge array is no datum that a kernel copies as a whole.
    constexpr std::uint64_t kMostElements = 256;
    const std::uint64_t size = array->getSize().getZExtValue();
    if (size > kMostElements) return false;
    for (std::uint64_t i = 0; i < size; ++i) {
      const std::string element = path + "[" + std::to_string(i) + "]";
      if (!add_leaves(array->getElementType(), element, leaves)) return false;
    }
    return true;
  }
  if (const auto* record = type->getAs<clang::RecordType>()) {
    if (record->getDecl()->isUnion()) return false;
    for (const clang::FieldDecl* field : record->getDecl()->fields()) {
      if (field->isBitField() || field->getName().empty()) return false;
      if (!add_leaves(field->getType(), path + "." + field->getNameAsString(), leaves)) {
        return false;
      }
    }
    return true;
  }
  if (!element_of(type)->isArithmeticType() && !type->isEnumeralType()) return false;
  leaves.push_back({path, type});
  return true;
}

std::vector<Leaf> TypeNames::leaves(clang::QualType type) const {
  std::vector<Leaf> leaves;
  if (!add_leaves(type, "", leaves)) leaves.clear();
  return leaves;
}

SumType TypeNames::sum_of(const Leaf& leaf) const {
  const clang::QualType element = element_of(leaf.type);
  SumType sum;
  sum.lanes = lanes_of(leaf.type);
  if (element->isRealFloatingType()) {
    sum.element = element->isSpecificBuiltinType(clang::BuiltinType::Double) ? "double" : "float";
  } else {
    const bool wide = context_.getTypeSize(element) > 32;
    const bool is_unsigned = element->isUnsignedIntegerOrEnumerationType();
    sum.element = std::string(is_unsigned ? "u" : "") + (wide ? "long" : "int");
  }
  return sum;
}

std::map<std::string, SumType> TypeNames::sums_of(clang::QualType type) const {
  std::map<std::string, SumType> sums;
  for (const Leaf& leaf : leaves(type)) {
    const SumType sum = sum_of(leaf);
    sums.emplace(sum.name(), sum);
  }
  return sums;
}

std::string TypeNames::converted(const Leaf& leaf, const std::string& value) const {
  const SumType sum = sum_of(leaf);
  if (sum.lanes == 1 || sum.name() == name(leaf.type)) return value;
  return "convert_" + sum.name() + "(" + value + ")";
}

std::string TypeNames::braces(clang::QualType type, const std::string& unit) const {
  std::string text;
  if (const auto* array = context_.getAsConstantArrayType(type)) {
    for (std::uint64_t i = 0; i < array->getSize().getZExtValue(); ++i) {
      text += (i == 0 ? "" : ", ") + braces(array->getElementType(), unit);
    }
    return "{" + text + "}";
  }
  if (const auto* record = type->getAs<clang::RecordType>()) {
    for (const clang::FieldDecl* field : record->getDecl()->fields()) {
      text += (text.empty() ? "" : ", ") + braces(field->getType(), unit);
    }
    return "{" + text + "}";
  }
  return filled(type, unit);
}

std::string TypeNames::filled(clang::QualType type, const std::string& unit) const {
  if (type->isRecordType()) return "(" + name(type) + ")" + braces(type, unit);
  return type->isVectorType() ? "(" + name(type) + ")(" + unit + ")" : unit;
}

}  // namespace clgauge::collector::removal
