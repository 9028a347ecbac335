#pragma once

namespace clgauge::collector {

// Changes whenever counts of an unchanged source may change; part of every cache key.
inline constexpr const char* kCollectorVersion = "2";

}  // namespace clgauge::collector
