#include <utility>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "microbench/geometry/geometry.h"

namespace clgauge::microbench {
namespace {

using nlohmann::json;

json curve_json(const Curve& curve) {
  json points = json::array();
  for (const CurvePoint& point : curve) points.push_back({point.at, point.seconds});
  return points;
}

Curve curve_from(const json& points) {
  Curve curve;
  for (const json& point : points) {
    curve.push_back({point.at(0).get<double>(), point.at(1).get<double>()});
  }
  return curve;
}

// The names of those that are one curve each.
template <class Curves, class Visit>
void for_each_curve(Curves& curves, const Visit& visit) {
  visit("slow_footprint", curves.slow_footprint);
  visit("half_lines", curves.half_lines);
  visit("lines", curves.lines);
  visit("conflict", curves.conflict);
  visit("sparse", curves.sparse);
  visit("spacing", curves.spacing);
  visit("pages", curves.pages);
  visit("dense", curves.dense);
}

// The names of those that only some devices have.
template <class Curves, class Visit>
void for_each_rare_curve(Curves& curves, const Visit& visit) {
  visit("streams", curves.streams);
  visit("lone_footprint", curves.lone_footprint);
  visit("reach", curves.reach);
}

// The names of what may not have been seen.
template <class Seen, class Visit>
void for_each_seen(Seen& geometry, const Visit& visit) {
  visit("line_bytes", geometry.line_bytes);
  visit("first_ways", geometry.first_ways);
  visit("first_is_lru", geometry.first_is_lru);
  visit("first_tlb_pages", geometry.first_tlb_pages);
  visit("second_tlb_pages", geometry.second_tlb_pages);
  visit("page_bytes", geometry.page_bytes);
}

}  // namespace

json to_json(const GeometryCurves& curves) {
  json footprint = json::array();
  for (const Curve& pass : curves.footprint) footprint.push_back(curve_json(pass));
  json value = {{"footprint", std::move(footprint)}, {"first_bytes", curves.first_bytes}};
  for_each_curve(curves,
                 [&](const char* name, const Curve& curve) { value[name] = curve_json(curve); });
  for_each_rare_curve(curves, [&](const char* name, const Curve& curve) {
    if (!curve.empty()) value[name] = curve_json(curve);
  });
  return value;
}

GeometryCurves geometry_curves_from_json(const json& value) {
  try {
    GeometryCurves curves;
    for (const json& pass : value.at("footprint")) curves.footprint.push_back(curve_from(pass));
    value.at("first_bytes").get_to(curves.first_bytes);
    for_each_curve(curves,
                   [&](const char* name, Curve& curve) { curve = curve_from(value.at(name)); });
    for_each_rare_curve(curves, [&](const char* name, Curve& curve) {
      if (value.contains(name)) curve = curve_from(value.at(name));
    });
    return curves;
  } catch (const json::exception& error) {
    throw Error(ErrorKind::input, std::string("curves of a device's geometry: ") + error.what());
  }
}

json to_json(const Geometry& geometry) {
  json value = {{"capacities_bytes", geometry.capacities_bytes}, {"unseen", geometry.unseen}};
  for_each_seen(geometry, [&](const char* name, const auto& seen) {
    if (seen) value[name] = *seen;
  });
  if (!geometry.load_seconds.empty()) value["load_seconds"] = geometry.load_seconds;
  return value;
}

Geometry geometry_from_json(const json& value) {
  try {
    Geometry geometry;
    value.at("capacities_bytes").get_to(geometry.capacities_bytes);
    value.at("unseen").get_to(geometry.unseen);
    for_each_seen(geometry, [&](const char* name, auto& seen) {
      if (value.contains(name)) value.at(name).get_to(seen.emplace());
    });
    if (value.contains("load_seconds")) value.at("load_seconds").get_to(geometry.load_seconds);
    return geometry;
  } catch (const json::exception& error) {
    throw Error(ErrorKind::input, std::string("a device's geometry: ") + error.what());
  }
}

}  // namespace clgauge::microbench
