#pragma once

#include <cstdint>
#include <vector>

#include "lens/ptx/warp_walker.h"

namespace clgauge::lens::ptx {

// What a sub-group did between barriers, until others' turn is over.
class KeptRuns {
 public:
  void add(std::uint32_t block, unsigned lanes, std::span<const WarpAccess> accesses);
  void tell(WarpSink& sink);
  void clear();

 private:
  struct Run {
    std::uint32_t block = 0;
    std::uint32_t lanes = 0;
    std::size_t first = 0;
    std::size_t accesses = 0;
  };
  // Addresses that are a step apart take no room, nor do those that are as far from one another as
  // the last ones that were listed of the same access.
  struct Access {
    std::uint32_t access = 0;
    Space space = Space::global;
    std::uint8_t unknown_lanes = 0;
    std::uint8_t count = 0;
    bool is_listed = false;
    std::uint64_t first = 0;  // address, or in addresses_
    std::uint64_t step = 0;   // from lane to lane, or from those that are listed to these
  };
  struct List {
    std::size_t first = 0;
    std::size_t count = 0;
  };

  void list(std::span<const std::uint64_t> addresses, Access& kept);
  [[nodiscard]] WarpAccess read(const Access& one, std::vector<std::uint64_t>& addresses) const;

  std::vector<Run> runs_;
  std::vector<Access> accesses_;
  std::vector<std::uint64_t> addresses_;
  std::vector<List> last_;  // by access
};

}  // namespace clgauge::lens::ptx
