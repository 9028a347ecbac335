#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "kernels/family.h"

// Most held-out families have one size and one variant: what they share.
namespace clgauge::kernels {

struct Work {
  std::string flops;
  std::string bytes;
};

inline Family heldout_family(const std::string& name, const std::string& summary, const Work& work,
                             std::map<std::string, SizeRange> test_sizes) {
  Family f;
  f.name = name;
  f.group = "heldout";
  f.summary = summary;
  f.flops = work.flops;
  f.bytes = work.bytes;
  f.test_sizes = std::move(test_sizes);
  return f;
}

inline Variant variant_of(const std::string& name, const std::string& file,
                          const std::string& kernel, std::vector<std::string> global,
                          std::vector<std::string> local) {
  Variant v;
  v.name = name;
  v.file = "heldout/" + file;
  v.kernel = kernel;
  v.global = std::move(global);
  v.local = std::move(local);
  return v;
}

inline std::vector<Sizes> sizes_over(const std::string& name,
                                     std::initializer_list<std::int64_t> values) {
  std::vector<Sizes> sizes;
  sizes.reserve(values.size());
  for (const std::int64_t value : values) {
    sizes.push_back({{name, value}});
  }
  return sizes;
}

inline std::size_t count(const Sizes& sizes, const char* name) {
  return static_cast<std::size_t>(sizes.at(name));
}

inline BufferArgument floats(const std::string& name, const std::string& elements,
                             Role role = Role::input, const Values& values = Uniform{}) {
  return {name, "float32", elements, role, values};
}

inline BufferArgument doubles(const std::string& name, const std::string& elements,
                              Role role = Role::input, const Values& values = Uniform{}) {
  return {name, "float64", elements, role, values};
}

inline IntegerArgument integer(const std::string& name, const std::string& value) {
  return {name, "int32", value};
}

}  // namespace clgauge::kernels
