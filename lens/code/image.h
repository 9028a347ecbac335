#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace clgauge::lens {

// A function of the image, or one that the runtime would supply (external: size_bytes 0).
struct ImageFunction {
  std::string symbol;
  std::uint64_t address = 0;
  std::uint64_t size_bytes = 0;
  bool external = false;
};

// A section of an object that leaves it to the loader where its sections lie.
struct ImageSection {
  std::uint64_t index = 0;  // in the object's section table
  std::uint64_t address = 0;
  std::uint64_t size_bytes = 0;
};

// An x86-64 object laid out at addresses of its own, relocations applied, as a loader would: code,
// constants and tables can be read as they would be at run time. Nothing of it is ever executed.
// Functions that only the runtime has (libsvml, libm) get an address of 16 bytes each behind the
// object's own bytes, so that a call to them can be named.
struct ObjectImage {
  std::uint64_t base_address = 0;
  std::string bytes;                          // what lies at base_address and after
  std::vector<ImageFunction> functions;       // by address
  std::vector<std::uint64_t> code_addresses;  // that data of the object points at, ascending
  std::vector<ImageSection> sections;         // empty where the object says itself what lies where

  [[nodiscard]] bool contains(std::uint64_t address, std::uint64_t size_bytes) const noexcept {
    return address >= base_address && size_bytes <= bytes.size() &&
           address - base_address <= bytes.size() - size_bytes;
  }
  // The function that `address` lies in, or null.
  [[nodiscard]] const ImageFunction* function_at(std::uint64_t address) const noexcept;
  [[nodiscard]] const ImageFunction* function_named(std::string_view symbol) const noexcept;
};

// Of an x86-64 ELF. Throws Error(input) for a damaged one, Error(unsupported) for a relocation that
// is not known (by its number). Thread-safe.
[[nodiscard]] ObjectImage load_image(std::string_view elf);

}  // namespace clgauge::lens
