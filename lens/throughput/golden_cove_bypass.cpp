#include "lens/throughput/golden_cove_bypass.h"

#include <array>
#include <cstddef>

#include "lens/throughput/golden_cove_errata.h"
#include "lens/throughput/remembered_lines.h"

namespace clgauge::lens {
namespace {

using Kind = BypassKind;
constexpr std::size_t kKinds = 9;

struct OfKind {
  std::string_view opcode;
  Kind kind = Kind::other;
};
constexpr auto kKindsOf = std::to_array<OfKind>({
    {"VADDP", Kind::sum},
    {"VADDS", Kind::sum},
    {"VSUBP", Kind::sum},
    {"VSUBS", Kind::sum},
    {"VPMUL", Kind::integer_product},
    {"VPMADD", Kind::integer_product},
    {"VPDP", Kind::integer_product},
    {"VPADDS", Kind::shift},
    {"VPADDUS", Kind::shift},
    {"VPSUBS", Kind::shift},
    {"VPSUBUS", Kind::shift},
    {"VPAVG", Kind::shift},
    {"VPMAXSQ", Kind::other},
    {"VPMAXUQ", Kind::other},
    {"VPMINSQ", Kind::other},
    {"VPMINUQ", Kind::other},
    {"VPMAX", Kind::shift},
    {"VPMIN", Kind::shift},
    {"VPABS", Kind::shift},
    {"VPSIGN", Kind::shift},
    {"VPCMPEQ", Kind::shift},
    {"VPCMPGT", Kind::shift},
    {"VPSLLDQ", Kind::other},
    {"VPSRLDQ", Kind::other},
    {"VPSLL", Kind::shift},
    {"VPSRL", Kind::shift},
    {"VPSRA", Kind::shift},
    {"VPSHLD", Kind::shift},
    {"VPSHRD", Kind::shift},
    {"VPROL", Kind::shift},
    {"VPROR", Kind::shift},
    {"VPADD", Kind::integer},
    {"VPSUB", Kind::integer},
    {"VPAND", Kind::integer},
    {"VPOR", Kind::integer},
    {"VPXOR", Kind::integer},
    {"VPTERNLOG", Kind::integer},
    {"VAND", Kind::logic},
    {"VOR", Kind::logic},
    {"VXOR", Kind::logic},
    {"VBLEND", Kind::logic},
    {"VPBLENDM", Kind::logic},
    {"VPBLENDD", Kind::logic},
    {"VGF2P8", Kind::galois},
    {"VMUL", Kind::product},
    {"VFM", Kind::product},
    {"VFNM", Kind::product},
    {"VCVTPH2PS", Kind::half},
    {"VCVT", Kind::product},
    {"VMAX", Kind::product},
    {"VMIN", Kind::product},
    {"VRCP", Kind::product},
    {"VRSQRT", Kind::product},
    {"VDIV", Kind::product},
    {"VSQRT", Kind::product},
    {"VGETEXP", Kind::product},
    {"VGETMANT", Kind::product},
    {"VSCALEF", Kind::product},
    {"VRNDSCALE", Kind::product},
    {"VROUND", Kind::product},
    {"VREDUCE", Kind::product},
    {"VRANGE", Kind::product},
    {"VFIXUPIMM", Kind::product},
    {"VPLZCNT", Kind::product},
    {"VCMP", Kind::product},
});

Kind kind_of(std::string_view opcode) {
  const OfKind* const found = first_line<kKindsOf>(opcode);
  return found == nullptr ? Kind::other : found->kind;
}

// Cycles from a row's kind to a column's. Parts of one: on some of its ports an integer operation
// stands beside what multiplies, on others it does not.
using Delays = std::array<std::array<double, kKinds>, kKinds>;
// other, sum, product, integer product, shift, integer, logic, galois, half
constexpr Delays kDelays = {{{0, 0, 0, 0, 0, 0, 0, 0, 0},
                             {0, -1, 0, 0, 0, 0, 0, 0, 0},
                             {0, 0, 0, 0, 1, 0.7, 0.6, 1, 0},
                             {0, 0, 0, 0, 1, 0.6, 0.5, 1, 0},
                             {0, 0, 1, 0, 0, 0, 0, 0, 1},
                             {0, 0, 1, 0, 0, 0, 0, 0, 1},
                             {0, 0, 0.6, 0, 0, 0, 0, 0, 0.6},
                             {0, 0, 0, 0, 0, 0, 0, -2, 0},
                             {0, 0, 0, 0, 1, 0.7, 0.6, 1, 0}}};
constexpr Delays kDelaysOf512Bits = {{{0, 0, 0, 0, 0, 0, 0, 0, 0},
                                      {0, -0.5, 0, 0, 0, 0, 0, 0, 0},
                                      {0, 0, 0, 0, 1.9, 1, 1, 1.3, 0},
                                      {0, 0, 0, 0, 0.9, 0.3, 0.3, 1, 0},
                                      {0, 0, 1.8, 0.5, 0, 0, 0, 0, 1.8},
                                      {0, 0, 1.5, 0.2, 0, 0, 0, 0, 1.5},
                                      {0, 0, 1.2, 0.2, 0, 0, 0, 0, 1.2},
                                      {0, 0, 0.7, 0, 0, 0, 0, -2, 0.7},
                                      {0, 0, 0, 0, 1.9, 1, 1, 1.3, 0}}};

// Of an operand that was there long before: chains of four operations of a kind through one
// operand, by another that each round makes anew.
constexpr Delays kLasting = {{{0, 0, 0, 0, 0, 0, 0, 0, 0},
                              {1, 0, 1, 1, 1, 1, 1, 1, 1},
                              {0, 0, 0, 0, 1, 0.7, 0.7, 1, 0},
                              {0, 0, 0, 0, 1, 0.7, 0.7, 1, 0},
                              {0, 0, 1, 0, 0, 0, 0, 0, 0},
                              {0, 0, 1, 0, 0, 0, 0, 0, 0},
                              {0, 0, 0, 0, 0, 0, 0, 0, 0},
                              {2, 2, 2, 2, 2, 2, 2, 0, 2},
                              {1, 1, 1, 1, 1, 1, 1, 1, 0}}};
constexpr Delays kLastingOf512Bits = {{{0, 0, 0, 0, 0, 0, 0, 0, 0},
                                       {1, 0, 0.3, 0.1, 1.1, 1.2, 1.5, 1, 0.3},
                                       {1.1, 0.4, 0, 0.2, 3, 2.1, 2.1, 2, 0},
                                       {1.2, 0.4, 0, 0.2, 3, 2.1, 2.1, 2, 0},
                                       {0, 0, 0.5, 0, 0, 0, 0, 0, 0.5},
                                       {0, 0, 0.5, 0, 0, 0, 0, 0, 0.5},
                                       {0, 0.2, 0.3, 0, 0, 0, 0, 0, 0.3},
                                       {2, 2, 2, 2, 2, 2, 2, 0, 2},
                                       {0.3, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3, 0}}};

double entry_of(const Delays& delays, const BypassSide& producer, const BypassSide& consumer) {
  return delays.at(static_cast<std::size_t>(producer.kind))
      .at(static_cast<std::size_t>(consumer.kind));
}

bool are_of_512_bits(const BypassSide& producer, const BypassSide& consumer) {
  return producer.is_of_512_bits || consumer.is_of_512_bits;
}

}  // namespace

BypassSide golden_cove_side(std::string_view opcode) {
  return {kind_of(opcode), computes_512_bits(opcode)};
}

double golden_cove_delay(const BypassSide& producer, const BypassSide& consumer,
                         RegisterFile through) {
  if (through == RegisterFile::general) {
    return 0;
  }
  if (through == RegisterFile::mask) {
    return consumer.kind == Kind::product ? 1 : 0;
  }
  return entry_of(are_of_512_bits(producer, consumer) ? kDelaysOf512Bits : kDelays, producer,
                  consumer);
}

double golden_cove_lasting_delay(const BypassSide& producer, const BypassSide& consumer) {
  return entry_of(are_of_512_bits(producer, consumer) ? kLastingOf512Bits : kLasting, producer,
                  consumer);
}

}  // namespace clgauge::lens
