#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "base/error.h"
#include "device/device.h"

namespace clgauge::device {
namespace {

constexpr std::size_t kLeastIdDigits = 4;
constexpr std::size_t kIdDigits = 16;
// "7" is no part of "AMD EPYC 7763" that anybody means.
constexpr std::size_t kLeastNamePart = 3;
// Nobody partitions by more; bounds the search for a sub-device's id on devices with many units.
constexpr std::uint32_t kMostSubDeviceUnits = 4096;

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

std::optional<std::uint32_t> whole_number(std::string_view text) {
  std::uint32_t number = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || failure != std::errc() || end != text.data() + text.size()) {
    return std::nullopt;
  }
  return number;
}

bool is_hexadecimal(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](unsigned char c) { return std::isxdigit(c) != 0; });
}

bool is_decimal(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](unsigned char c) { return std::isdigit(c) != 0; });
}

bool has_prefix(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

// "0/1cu" -> {"0", 1}; anything else stays whole.
struct Selector {
  std::string base;
  std::optional<std::uint32_t> compute_units;
};

Selector parse(const std::string& text) {
  const auto slash = text.rfind('/');
  if (slash != std::string::npos && text.size() > slash + 3 &&
      lower(text.substr(text.size() - 2)) == "cu") {
    const auto units = std::string_view(text).substr(slash + 1, text.size() - slash - 3);
    if (const auto number = whole_number(units)) {
      return {text.substr(0, slash), number};
    }
  }
  return {text, std::nullopt};
}

std::string candidates(const std::vector<Identity>& devices) {
  std::string list;
  for (const Identity& device : devices) {
    list += fmt::format("{}{} = {} \"{}\" ({})", list.empty() ? "" : ", ", device.index, device.id,
                        device.name, device.platform);
  }
  return list;
}

// Devices with one id are interchangeable: the first stands for them all.
std::vector<Identity> without_twins(std::vector<Identity> matches) {
  std::vector<Identity> different;
  for (Identity& match : matches) {
    const bool is_known = std::any_of(different.begin(), different.end(),
                                      [&](const Identity& one) { return one.id == match.id; });
    if (!is_known) {
      different.push_back(std::move(match));
    }
  }
  return different;
}

template <typename Predicate>
std::vector<Identity> matching(const std::vector<Identity>& devices, Predicate predicate) {
  std::vector<Identity> matches;
  std::copy_if(devices.begin(), devices.end(), std::back_inserter(matches), predicate);
  return without_twins(std::move(matches));
}

std::vector<Identity> sub_devices_with_id(const std::vector<Identity>& devices,
                                          const std::string& prefix) {
  std::vector<Identity> matches;
  for (const Identity& device : devices) {
    if (!device.can_partition_equally) {
      continue;
    }
    const std::uint32_t most = std::min(device.compute_units, kMostSubDeviceUnits);
    for (std::uint32_t units = 1; units < most; ++units) {
      Identity part = sub_device(device, units);
      if (has_prefix(part.id, prefix)) {
        matches.push_back(std::move(part));
      }
    }
  }
  return without_twins(std::move(matches));
}

// The rules in order; the first that matches anything decides.
std::vector<Identity> find(const std::vector<Identity>& devices, const std::string& selector) {
  const std::string wanted = lower(selector);
  if (const auto index = whole_number(wanted)) {
    auto matches = matching(devices, [&](const Identity& device) {
      return device.index >= 0 && static_cast<std::uint32_t>(device.index) == *index;
    });
    if (!matches.empty()) {
      return matches;
    }
  }
  if (wanted.size() >= kLeastIdDigits && is_hexadecimal(wanted)) {
    auto matches =
        matching(devices, [&](const Identity& device) { return has_prefix(device.id, wanted); });
    if (matches.empty()) {
      matches = sub_devices_with_id(devices, wanted);
    }
    if (!matches.empty()) {
      return matches;
    }
  }
  auto matches = matching(devices, [&](const Identity& device) { return device.type == wanted; });
  if (!matches.empty()) {
    return matches;
  }
  matches = matching(devices, [&](const Identity& device) { return lower(device.name) == wanted; });
  if (!matches.empty()) {
    return matches;
  }
  // A number that is no index is a mistake, which must not end on a device of that type number.
  if (wanted.size() < kLeastNamePart || is_decimal(wanted)) {
    return {};
  }
  return matching(devices, [&](const Identity& device) {
    const std::string text =
        lower(fmt::format("{} {} {}", device.platform, device.name, device.vendor));
    return text.find(wanted) != std::string::npos;
  });
}

}  // namespace

Identity select(const Discovery& discovery, const std::string& selector) {
  if (discovery.devices.empty()) {
    throw Error(ErrorKind::device, "there is no OpenCL device to select: run `clgauge devices`");
  }
  std::string wanted = selector;
  const char* source = "--device";
  if (wanted.empty()) {
    if (const char* value = std::getenv("CLGAUGE_DEVICE"); value != nullptr) {
      wanted = value;
      source = "CLGAUGE_DEVICE";
    }
  }
  if (wanted.empty()) {
    return discovery.devices.front();
  }
  const Selector parsed = parse(wanted);
  const std::vector<Identity> matches = find(discovery.devices, parsed.base);
  if (matches.empty()) {
    throw Error(ErrorKind::usage, fmt::format("no device matches {} \"{}\": choose one of {}",
                                              source, wanted, candidates(discovery.devices)));
  }
  if (matches.size() > 1) {
    throw Error(ErrorKind::usage, fmt::format("{} \"{}\" matches {} devices: choose one of {}",
                                              source, wanted, matches.size(), candidates(matches)));
  }
  return parsed.compute_units ? sub_device(matches.front(), *parsed.compute_units)
                              : matches.front();
}

Identity answering_as(const Identity& actual, const Discovery& discovery) {
  const char* value = std::getenv("CLGAUGE_DEVICE_AS");
  if (value == nullptr || value[0] == '\0') {
    return actual;
  }
  const std::string wanted = lower(value);
  const bool is_full_id = wanted.size() == kIdDigits && is_hexadecimal(wanted);
  if (is_full_id && find(discovery.devices, wanted).empty()) {
    Identity other = actual;
    other.id = wanted;
    return other;
  }
  try {
    return select(discovery, value);
  } catch (const Error& error) {
    throw Error(error.kind(), fmt::format("CLGAUGE_DEVICE_AS: {}, or the 16-digit id of a device "
                                          "in the store",
                                          error.what()));
  }
}

}  // namespace clgauge::device
