#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "lens/code/image.h"
#include "lens/code/source_span.h"

namespace clgauge::lens {

// What an object's debug information (-g, -gline-tables-only) says of where its code came from.
// Damaged information says nothing; nothing is thrown for it. Not thread-safe.
class SourceLines {
 public:
  // `image` was loaded from `elf`.
  SourceLines(std::string_view elf, const ObjectImage& image);
  ~SourceLines();
  SourceLines(SourceLines&&) noexcept;
  SourceLines& operator=(SourceLines&&) noexcept;

  // Whether the object has any debug information.
  [[nodiscard]] bool any() const;

  // Of the code at these addresses of the image, which is a part of the function at that one. Where
  // all of it was inlined from one call of another function, that function's lines; where only a
  // part was, the lines of the calls stand for it. Nothing where the object does not tell.
  [[nodiscard]] SourceSpan span_of(std::span<const std::uint64_t> addresses,
                                   std::uint64_t function_address) const;

 private:
  struct Information;
  std::unique_ptr<Information> information_;
};

}  // namespace clgauge::lens
