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

template <class T>
void put(json& object, const char* name, const std::optional<T>& value) {
  if (value) object[name] = *value;
}

template <class T>
void take(const json& object, const char* name, std::optional<T>& value) {
  if (object.contains(name)) value = object.at(name).get<T>();
}

}  // namespace

json to_json(const GeometryCurves& curves) {
  json footprint = json::array();
  for (const Curve& pass : curves.footprint) footprint.push_back(curve_json(pass));
  return {
      {"footprint", std::move(footprint)},   {"slow_footprint", curve_json(curves.slow_footprint)},
      {"first_bytes", curves.first_bytes},   {"half_lines", curve_json(curves.half_lines)},
      {"lines", curve_json(curves.lines)},   {"conflict", curve_json(curves.conflict)},
      {"sparse", curve_json(curves.sparse)}, {"spacing", curve_json(curves.spacing)},
      {"pages", curve_json(curves.pages)},   {"dense", curve_json(curves.dense)}};
}

GeometryCurves geometry_curves_from_json(const json& value) {
  try {
    GeometryCurves curves;
    for (const json& pass : value.at("footprint")) curves.footprint.push_back(curve_from(pass));
    curves.slow_footprint = curve_from(value.at("slow_footprint"));
    value.at("first_bytes").get_to(curves.first_bytes);
    curves.half_lines = curve_from(value.at("half_lines"));
    curves.lines = curve_from(value.at("lines"));
    curves.conflict = curve_from(value.at("conflict"));
    curves.sparse = curve_from(value.at("sparse"));
    curves.spacing = curve_from(value.at("spacing"));
    curves.pages = curve_from(value.at("pages"));
    curves.dense = curve_from(value.at("dense"));
    return curves;
  } catch (const json::exception& error) {
    throw Error(ErrorKind::input, std::string("curves of a device's geometry: ") + error.what());
  }
}

json to_json(const Geometry& geometry) {
  json value = {{"capacities_bytes", geometry.capacities_bytes}, {"unseen", geometry.unseen}};
  put(value, "line_bytes", geometry.line_bytes);
  put(value, "first_ways", geometry.first_ways);
  put(value, "first_is_lru", geometry.first_is_lru);
  put(value, "first_tlb_pages", geometry.first_tlb_pages);
  put(value, "second_tlb_pages", geometry.second_tlb_pages);
  put(value, "page_bytes", geometry.page_bytes);
  return value;
}

Geometry geometry_from_json(const json& value) {
  try {
    Geometry geometry;
    value.at("capacities_bytes").get_to(geometry.capacities_bytes);
    value.at("unseen").get_to(geometry.unseen);
    take(value, "line_bytes", geometry.line_bytes);
    take(value, "first_ways", geometry.first_ways);
    take(value, "first_is_lru", geometry.first_is_lru);
    take(value, "first_tlb_pages", geometry.first_tlb_pages);
    take(value, "second_tlb_pages", geometry.second_tlb_pages);
    take(value, "page_bytes", geometry.page_bytes);
    return geometry;
  } catch (const json::exception& error) {
    throw Error(ErrorKind::input, std::string("a device's geometry: ") + error.what());
  }
}

}  // namespace clgauge::microbench
