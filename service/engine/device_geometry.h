#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "microbench/geometry/geometry.h"
#include "model/terms/device_traits.h"

namespace clgauge::service {

// Where a calibration's provenance keeps a DeviceGeometry, as JSON. What the two make together is
// under kTraitsProvenance, where calibrations of before this was measured have only `reported`.
inline constexpr const char* kGeometryProvenance = "geometry";

// Caches and TLBs of a device as walks through its memory show them, beside what the operating
// system or the driver says.
struct DeviceGeometry {
  microbench::GeometryCurves curves;
  microbench::Geometry seen;
  model::DeviceTraits reported;
};

// Whether a CPU's last cache is larger than what is walked, so that streams say what is kept of it.
[[nodiscard]] bool has_last_cache_beyond_walks(const model::DeviceTraits& reported);

// Of a calibration's provenance; nothing where none was measured. Throws Error(store) where what is
// there is none that clgauge has written, with what mends it.
[[nodiscard]] std::optional<DeviceGeometry> geometry_in(
    const std::map<std::string, std::string>& provenance);
[[nodiscard]] nlohmann::json to_json(const DeviceGeometry& geometry);

// What predictions go by: what was seen, and what is reported of the rest. The first edge is the
// first cache's and the last one the last's, those between stand for the levels that are nearest,
// in their order. Whatever else runs takes a part of a cache and adds to none: of caches beyond the
// first, which others use, too, one that is seen smaller than it is reported is as reported - but a
// last one of which walks that wait for each line keep a part: two thirds of the way from this to
// what is reported, for others leave the more the more often it is asked for. And one larger than
// all that is walked, where the longest walks find memory: others leave a part. Of a GPU all counts
// that was seen: the second edge is where what one compute unit can reuse of the cache that all
// share ends (of two halves, its own).
[[nodiscard]] model::DeviceTraits traits_from(const DeviceGeometry& geometry);

// One size, from where it was had.
struct GeometryFact {
  std::string what;  // "cache 1 capacity"
  std::string unit;  // "B", "", "pages", "s"
  std::optional<double> seen;
  // Where nobody reports it (TLBs; of GPUs all but the second cache and the line), and it was not
  // seen, a usual size is taken.
  std::optional<double> reported;
  double used = 0;

  // By more than a factor of 1.5.
  [[nodiscard]] bool is_disputed() const;
};
[[nodiscard]] std::vector<GeometryFact> facts_of(const DeviceGeometry& geometry);
[[nodiscard]] nlohmann::json to_json(const std::vector<GeometryFact>& facts);

// For people, a line each: what was seen, what was not and is taken as reported, and, first, what
// contradicts the report.
[[nodiscard]] std::vector<std::string> disputes_of(const DeviceGeometry& geometry);
[[nodiscard]] std::string summary_of(const DeviceGeometry& geometry);

}  // namespace clgauge::service
