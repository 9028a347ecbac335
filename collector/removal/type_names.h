#pragma once

#include <clang/AST/ASTContext.h>

#include <map>
#include <string>
#include <vector>

#include "collector/removal/call_tree.h"

namespace clgauge::collector::removal {

// The private sum that values of a type are added to: narrow types are widened, so that a count of
// loads fits.
struct SumType {
  std::string element;  // "int", "uint", "long", "ulong", "float", "double"
  unsigned lanes = 1;
  [[nodiscard]] std::string name() const {
    return lanes == 1 ? element : element + std::to_string(lanes);
  }
};

// One scalar or vector in a value: the whole of it, or a field of a structure.
struct Leaf {
  std::string path;  // "", ".position", ".x[2]"
  clang::QualType type;
};

// Spells types in OpenCL C 1.2.
class TypeNames {
 public:
  explicit TypeNames(const clang::ASTContext& context);

  [[nodiscard]] const clang::PrintingPolicy& policy() const { return policy_; }

  // Without qualifiers: "uint", "float4", "Particle".
  [[nodiscard]] std::string name(clang::QualType type) const;
  // The same as a part of an identifier.
  [[nodiscard]] std::string identifier(clang::QualType type) const;
  // "__global const float *restrict a". The space of a generic pointer (OpenCL C 2.0) is that of
  // the arrays it can point to.
  [[nodiscard]] std::string declaration(clang::QualType type, const std::string& variable,
                                        Space generic) const;

  // Nothing for a type that holds pointers, unions or bit-fields.
  [[nodiscard]] std::vector<Leaf> leaves(clang::QualType type) const;
  [[nodiscard]] SumType sum_of(const Leaf& leaf) const;
  // Those that the leaves of a value go to, by name.
  [[nodiscard]] std::map<std::string, SumType> sums_of(clang::QualType type) const;
  // The value of a leaf, given as text, in the type of its sum.
  [[nodiscard]] std::string converted(const Leaf& leaf, const std::string& value) const;
  // A value with `unit` in every scalar of it.
  [[nodiscard]] std::string filled(clang::QualType type, const std::string& unit) const;

 private:
  [[nodiscard]] clang::QualType without_space(clang::QualType type) const;
  bool add_leaves(clang::QualType type, const std::string& path, std::vector<Leaf>& leaves) const;
  [[nodiscard]] std::string braces(clang::QualType type, const std::string& unit) const;

  const clang::ASTContext& context_;
  clang::PrintingPolicy policy_;
};

}  // namespace clgauge::collector::removal
