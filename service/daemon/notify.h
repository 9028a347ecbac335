#pragma once

#include <string>

namespace clgauge::service {

// Tells systemd how the service stands (sd_notify(3): "READY=1", "STOPPING=1", "STATUS=..."). Does
// nothing when it was not started by systemd. Thread-safe.
void notify_systemd(const std::string& state) noexcept;

}  // namespace clgauge::service
