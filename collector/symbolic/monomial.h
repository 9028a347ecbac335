#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <utility>

namespace clgauge::symbolic {

// Names an atom (a symbol, floor(p/q), max(0, p), ...) inside one Context.
using AtomId = std::uint32_t;

struct Factor {
  AtomId atom = 0;
  std::int32_t power = 1;  // >= 1
  friend bool operator==(const Factor&, const Factor&) = default;
  // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 15 misreads a defaulted comparison
  friend auto operator<=>(const Factor&, const Factor&) = default;
};

// Factors by ascending atom; empty: the constant 1. Nearly all have at most four, which need no
// allocation: polynomials are copied so often that this is a third of an analysis' time.
class Monomial {
 public:
  Monomial() = default;
  Monomial(std::initializer_list<Factor> factors) {
    for (const Factor& factor : factors) push_back(factor);
  }
  Monomial(const Monomial& other) { assign(other); }
  Monomial(Monomial&& other) noexcept { take(other); }
  Monomial& operator=(const Monomial& other) {
    if (this != &other) assign(other);
    return *this;
  }
  Monomial& operator=(Monomial&& other) noexcept {
    if (this != &other) take(other);
    return *this;
  }
  ~Monomial() = default;

  void push_back(const Factor& factor) {
    if (size_ == capacity_) reserve(std::size_t{2} * capacity_);
    data()[size_++] = factor;
  }
  void reserve(std::size_t count) {
    if (count <= capacity_) return;
    auto larger = std::make_unique<Factor[]>(count);  // NOLINT(modernize-avoid-c-arrays)
    std::copy(begin(), end(), larger.get());
    heap_ = std::move(larger);
    capacity_ = static_cast<std::uint32_t>(count);
  }
  void clear() { size_ = 0; }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] const Factor& front() const { return *begin(); }
  [[nodiscard]] const Factor* begin() const { return heap_ ? heap_.get() : inside_; }
  [[nodiscard]] const Factor* end() const { return begin() + size_; }

  friend bool operator==(const Monomial& a, const Monomial& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }
  // NOLINTNEXTLINE(modernize-use-nullptr): as above
  friend auto operator<=>(const Monomial& a, const Monomial& b) {
    return std::lexicographical_compare_three_way(a.begin(), a.end(), b.begin(), b.end());
  }

 private:
  static constexpr std::uint32_t kInside = 4;

  Factor* data() { return heap_ ? heap_.get() : inside_; }
  void assign(const Monomial& other) {
    size_ = 0;
    reserve(other.size_);
    std::copy(other.begin(), other.end(), data());
    size_ = other.size_;
  }
  void take(Monomial& other) noexcept {
    heap_ = std::move(other.heap_);
    if (!heap_) std::copy(other.inside_, other.inside_ + other.size_, inside_);
    size_ = std::exchange(other.size_, 0);
    capacity_ = std::exchange(other.capacity_, kInside);
  }

  std::unique_ptr<Factor[]> heap_;  // NOLINT(modernize-avoid-c-arrays)
  std::uint32_t size_ = 0;
  std::uint32_t capacity_ = kInside;
  Factor inside_[kInside];  // NOLINT(modernize-avoid-c-arrays): std::array would be set to zero
};

}  // namespace clgauge::symbolic
