#pragma once

namespace clgauge::collector {

// A digest of the collector's sources (cmake/SourceDigest.cmake), so that it changes whenever
// counts of an unchanged kernel may change; part of every cache key. The same on every machine.
[[nodiscard]] const char* collector_version() noexcept;

}  // namespace clgauge::collector
