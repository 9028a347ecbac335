#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lens/code/image.h"
#include "lens/throughput/group_cost.h"

namespace clgauge::lens {

// What calls of a runtime's mathematics cost, where the functions' code can be had, in the object
// itself (PoCL) or in a library of the driver (Intel's): each is walked once, with ordinary
// arguments, and costs what its own instructions do. Remembers its answers. Not thread-safe.
class Mathematics {
 public:
  // As SequenceCosts takes them.
  explicit Mathematics(std::vector<std::string> cpus) : cpus_(std::move(cpus)) {}

  // Of one call; none where the code is elsewhere or cannot be walked. `image` is known by `hash`.
  [[nodiscard]] const std::optional<GroupCost>& cost_of(
      const std::shared_ptr<const ObjectImage>& image, const std::string& hash,
      const std::string& symbol);

 private:
  using Image = std::shared_ptr<const ObjectImage>;
  [[nodiscard]] std::optional<GroupCost> walk(const Image& image, const std::string& symbol) const;
  [[nodiscard]] const Image& library_of(const std::string& symbol);

  std::vector<std::string> cpus_;
  std::map<std::string, Image> libraries_;  // by file; null where it cannot be read
  std::map<std::pair<std::string, std::string>, std::optional<GroupCost>> costs_;
};

}  // namespace clgauge::lens
