#include "device/query.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>
#include <type_traits>

#include "base/error.h"
#include "base/machine.h"
#include "device/aliases.h"
#include "device/cl_error.h"
#include "device/identity.h"
#include "device/processor.h"

namespace clgauge::device {
namespace {

// Vendor queries that the Khronos headers do not carry.
constexpr cl_device_info kWarpSizeNv = 0x4003;          // cl_nv_device_attribute_query
constexpr cl_device_info kPciBusNv = 0x4008;            // cl_nv_device_attribute_query
constexpr cl_device_info kPciSlotNv = 0x4009;           // cl_nv_device_attribute_query
constexpr cl_device_info kPciDomainNv = 0x400A;         // cl_nv_device_attribute_query
constexpr cl_device_info kWavefrontWidthAmd = 0x4043;   // cl_amd_device_attribute_query
constexpr cl_device_info kSubGroupSizesIntel = 0x4108;  // cl_intel_required_subgroup_size
constexpr cl_device_info kUuidKhr = 0x106A;             // cl_khr_device_uuid
constexpr cl_device_info kPciBusInfoKhr = 0x410F;       // cl_khr_pci_bus_info

// Drivers pad names with spaces and a zero.
std::string trimmed(std::string text) {
  const auto is_padding = [](char c) { return c == '\0' || c == ' ' || c == '\n' || c == '\t'; };
  while (!text.empty() && is_padding(text.back())) {
    text.pop_back();
  }
  text.erase(text.begin(), std::find_if_not(text.begin(), text.end(), is_padding));
  return text;
}

// Asks one device; the first query that fails throws, and the whole device becomes a problem.
class Query {
 public:
  Query(cl_device_id device, std::string label) : device_(device), label_(std::move(label)) {}

  template <typename T>
  [[nodiscard]] T value(cl_device_info what) const {
    T result{};
    check(clGetDeviceInfo(device_, what, sizeof(T), &result, nullptr),
          fmt::format("clGetDeviceInfo({:#x})", what), label_);
    return result;
  }

  template <typename T>
  [[nodiscard]] std::vector<T> values(cl_device_info what) const {
    std::size_t bytes = 0;
    check(clGetDeviceInfo(device_, what, 0, nullptr, &bytes),
          fmt::format("clGetDeviceInfo({:#x})", what), label_);
    std::vector<T> result(bytes / sizeof(T));
    if (!result.empty()) {
      check(clGetDeviceInfo(device_, what, bytes, result.data(), nullptr),
            fmt::format("clGetDeviceInfo({:#x})", what), label_);
    }
    return result;
  }

  [[nodiscard]] std::string text(cl_device_info what) const {
    const std::vector<char> characters = values<char>(what);
    return trimmed({characters.begin(), characters.end()});
  }

 private:
  cl_device_id device_;
  std::string label_;
};

class Extensions {
 public:
  explicit Extensions(const std::string& list) : list_(" " + list + " ") {}
  [[nodiscard]] bool has(std::string_view name) const {
    return list_.find(fmt::format(" {} ", name)) != std::string::npos;
  }

 private:
  std::string list_;
};

const char* type_name(cl_device_type type) noexcept {
  if ((type & CL_DEVICE_TYPE_GPU) != 0) {
    return "gpu";
  }
  if ((type & CL_DEVICE_TYPE_CPU) != 0) {
    return "cpu";
  }
  return (type & CL_DEVICE_TYPE_ACCELERATOR) != 0 ? "accelerator" : "custom";
}

std::string uuid_of(const Query& query, const Extensions& extensions) {
  if (!extensions.has("cl_khr_device_uuid")) {
    return {};
  }
  const auto bytes = query.value<std::array<std::uint8_t, 16>>(kUuidKhr);
  std::string uuid;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    uuid += fmt::format("{}{:02x}", i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "", bytes[i]);
  }
  return uuid;
}

std::string pci_address_of(const Query& query, const Extensions& extensions) {
  if (extensions.has("cl_khr_pci_bus_info")) {
    const auto info = query.value<std::array<cl_uint, 4>>(kPciBusInfoKhr);
    return fmt::format("{:04x}:{:02x}:{:02x}.{:x}", info[0], info[1], info[2], info[3]);
  }
  if (extensions.has("cl_nv_device_attribute_query")) {
    const auto slot = query.value<cl_uint>(kPciSlotNv);  // device in the upper bits, function in 3
    return fmt::format("{:04x}:{:02x}:{:02x}.{:x}", query.value<cl_uint>(kPciDomainNv),
                       query.value<cl_uint>(kPciBusNv), slot >> 3U, slot & 7U);
  }
  return {};
}

std::vector<std::uint32_t> sub_group_sizes_of(const Query& query, const Extensions& extensions) {
  std::vector<std::uint32_t> sizes;
  if (extensions.has("cl_intel_required_subgroup_size")) {
    for (const std::size_t size : query.values<std::size_t>(kSubGroupSizesIntel)) {
      sizes.push_back(static_cast<std::uint32_t>(size));
    }
  } else if (extensions.has("cl_nv_device_attribute_query")) {
    sizes.push_back(query.value<cl_uint>(kWarpSizeNv));
  } else if (extensions.has("cl_amd_device_attribute_query")) {
    sizes.push_back(query.value<cl_uint>(kWavefrontWidthAmd));
  }
  std::sort(sizes.begin(), sizes.end());
  return sizes;
}

bool partitions_equally(const Query& query) {
  if (query.value<cl_uint>(CL_DEVICE_PARTITION_MAX_SUB_DEVICES) < 2) {
    return false;
  }
  const auto ways = query.values<cl_device_partition_property>(CL_DEVICE_PARTITION_PROPERTIES);
  return std::find(ways.begin(), ways.end(), CL_DEVICE_PARTITION_EQUALLY) != ways.end();
}

Identity read_identity(cl_platform_id platform, cl_device_id device, const std::string& label) {
  const Query query(device, label);
  const Extensions extensions(query.text(CL_DEVICE_EXTENSIONS));
  Identity identity;
  identity.platform = platform_text(platform, CL_PLATFORM_NAME);
  identity.platform_version = platform_text(platform, CL_PLATFORM_VERSION);
  identity.name = query.text(CL_DEVICE_NAME);
  identity.vendor = query.text(CL_DEVICE_VENDOR);
  identity.driver = query.text(CL_DRIVER_VERSION);
  identity.type = type_name(query.value<cl_device_type>(CL_DEVICE_TYPE));
  identity.canonical_name = canonical_name(identity.name);
  if (identity.type == "cpu") {
    identity.canonical_name = with_generation(
        identity.canonical_name, processor_field("cpu family"), processor_field("model"));
  }
  identity.opencl_c_version = query.text(CL_DEVICE_OPENCL_C_VERSION);
  identity.uuid = uuid_of(query, extensions);
  identity.pci_address = pci_address_of(query, extensions);
  identity.compute_units = query.value<cl_uint>(CL_DEVICE_MAX_COMPUTE_UNITS);
  identity.global_bytes = query.value<cl_ulong>(CL_DEVICE_GLOBAL_MEM_SIZE);
  identity.local_bytes = query.value<cl_ulong>(CL_DEVICE_LOCAL_MEM_SIZE);
  identity.max_allocation_bytes = query.value<cl_ulong>(CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  identity.global_cache_bytes = query.value<cl_ulong>(CL_DEVICE_GLOBAL_MEM_CACHE_SIZE);
  identity.cache_line_bytes = query.value<cl_uint>(CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE);
  identity.max_group_size = query.value<std::size_t>(CL_DEVICE_MAX_WORK_GROUP_SIZE);
  identity.max_clock_mhz = query.value<cl_uint>(CL_DEVICE_MAX_CLOCK_FREQUENCY);
  identity.local_memory_is_dedicated =
      query.value<cl_device_local_mem_type>(CL_DEVICE_LOCAL_MEM_TYPE) == CL_LOCAL;
  identity.has_float64 = query.value<cl_device_fp_config>(CL_DEVICE_DOUBLE_FP_CONFIG) != 0;
  identity.has_float16 = extensions.has("cl_khr_fp16");
  identity.sub_group_sizes = sub_group_sizes_of(query, extensions);
  identity.can_partition_equally = partitions_equally(query);
  identity.timer_resolution_nanoseconds =
      static_cast<std::uint32_t>(query.value<std::size_t>(CL_DEVICE_PROFILING_TIMER_RESOLUTION));
  identity.id = id_of(identity);
  if (query.value<cl_bool>(CL_DEVICE_AVAILABLE) == CL_FALSE) {
    throw Error(ErrorKind::device, "the driver says that it is not available");
  }
  return identity;
}

}  // namespace

std::vector<cl_platform_id> platforms(cl_int& status) {
  cl_uint count = 0;
  status = clGetPlatformIDs(0, nullptr, &count);
  if (status != CL_SUCCESS || count == 0) {
    return {};
  }
  std::vector<cl_platform_id> found(count);
  status = clGetPlatformIDs(count, found.data(), nullptr);
  if (status != CL_SUCCESS) {
    return {};
  }
  return found;
}

std::string platform_text(cl_platform_id platform, cl_platform_info what) {
  std::size_t bytes = 0;
  if (clGetPlatformInfo(platform, what, 0, nullptr, &bytes) != CL_SUCCESS || bytes == 0) {
    return {};
  }
  std::string text(bytes, '\0');
  if (clGetPlatformInfo(platform, what, bytes, text.data(), nullptr) != CL_SUCCESS) {
    return {};
  }
  return trimmed(std::move(text));
}

std::vector<FoundDevice> devices_of(cl_platform_id platform,
                                    std::vector<DiscoveryProblem>& problems) {
  const std::string where =
      fmt::format("platform \"{}\"", platform_text(platform, CL_PLATFORM_NAME));
  cl_uint count = 0;
  cl_int status = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &count);
  std::vector<cl_device_id> ids(status == CL_SUCCESS ? count : 0);
  if (!ids.empty()) {
    status = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, ids.data(), nullptr);
  }
  if (status == CL_DEVICE_NOT_FOUND || (status == CL_SUCCESS && ids.empty())) {
    problems.push_back({where, "it has no devices: check the driver's permissions and hardware"});
    return {};
  }
  if (status != CL_SUCCESS) {
    problems.push_back({where, "clGetDeviceIDs failed with " + status_name(status)});
    return {};
  }
  std::vector<FoundDevice> found;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const std::string label = fmt::format("device {} of {}", i, where);
    try {
      found.push_back({platform, ids[i], read_identity(platform, ids[i], label)});
    } catch (const Error& error) {
      problems.push_back({label, error.what()});
    }
  }
  return found;
}

std::vector<FoundDevice> all_devices(std::vector<DiscoveryProblem>& problems, cl_int& status) {
  std::vector<FoundDevice> found;
  for (cl_platform_id platform : platforms(status)) {
    for (FoundDevice& device : devices_of(platform, problems)) {
      device.identity.index = static_cast<int>(found.size());
      found.push_back(std::move(device));
    }
  }
  return found;
}

}  // namespace clgauge::device
