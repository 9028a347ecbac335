// What the evaluator hands to a work-group function is what the runtime hands to it: a kernel
// stores at addresses made of every size and id that it can ask for, on the device and evaluated.
#include "lens/evaluate/convention.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <set>

#include "base/paths.h"
#include "device/device.h"
#include "device/session.h"
#include "lens/evaluate/evaluator.h"
#include "lens/object/kernel_object.h"

namespace clgauge::lens {
namespace {

namespace fs = std::filesystem;

constexpr const char* kProbe = R"(
typedef struct { double w; int n; } pair;
kernel void probe(global uchar* marks, char c, pair p, short s, int i, global uchar* others,
                  uint4 v, long l, local int* scratch, double d, float f) {
  local int own[16];
  own[get_local_id(0)] = c;
  scratch[get_local_id(0)] = s;
  barrier(CLK_LOCAL_MEM_FENCE);
  marks[c] = 1;
  marks[(int)p.w] = 1;
  marks[p.n] = 1;
  marks[s] = 1;
  marks[i] = 1;
  marks[v.x + v.w] = 1;
  marks[l] = 1;
  marks[(int)d] = 1;
  marks[(int)f] = 1;
  marks[600 + own[(get_local_id(0) + 1) % get_local_size(0)]] = 1;
  marks[800 + scratch[(get_local_id(0) + 1) % get_local_size(0)]] = 1;
  for (uint k = 0; k < 3; ++k) {
    marks[4096 * (1 + k) + get_global_size(k)] = 1;
    marks[4096 * (4 + k) + get_local_size(k)] = 1;
    marks[4096 * (7 + k) + get_num_groups(k)] = 1;
    others[4096 * (1 + k) + get_global_offset(k)] = 1;
    others[4096 * (4 + k) + get_group_id(k)] = 1;
    others[4096 * (7 + k) + get_global_id(k)] = 1;
    others[4096 * (10 + k) + get_local_id(k)] = 1;
  }
}
)";
constexpr std::size_t kBytes = std::size_t{16} * 4096;

template <typename T>
EvaluatedArgument value_of(T value) {
  EvaluatedArgument argument;
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(&value);
  argument.value.assign(bytes, bytes + sizeof(T));
  return argument;
}

struct Pair {
  double w;
  std::int32_t n;
};

EvaluatedLaunch probe_launch() {
  EvaluatedLaunch launch;
  launch.dimensions = 3;
  launch.global = {48, 6, 4};
  launch.local = {16, 3, 2};
  for (unsigned i = 0; i < 2; ++i) {
    EvaluatedArgument buffer;
    buffer.kind = EvaluatedArgument::Kind::buffer;
    buffer.address = buffer_address(i);
    buffer.size_bytes = kBytes;
    launch.arguments.push_back(buffer);
  }
  auto& arguments = launch.arguments;
  const EvaluatedArgument others = arguments.back();
  arguments.pop_back();
  arguments.push_back(value_of(static_cast<std::int8_t>(101)));
  Pair pair;
  std::memset(&pair, 0, sizeof(pair));
  pair.w = 705;
  pair.n = 750;
  arguments.push_back(value_of(pair));
  arguments.back().is_structure = true;
  arguments.push_back(value_of(static_cast<std::int16_t>(302)));
  arguments.push_back(value_of(std::int32_t{503}));
  arguments.push_back(others);
  arguments.push_back(value_of(std::array<std::uint32_t, 4>{110, 1, 2, 17}));
  arguments.push_back(value_of(std::int64_t{255}));
  EvaluatedArgument local;
  local.kind = EvaluatedArgument::Kind::local;
  local.size_bytes = 64;
  arguments.push_back(local);
  arguments.push_back(value_of(411.5));
  arguments.push_back(value_of(417.5F));
  return launch;
}

using Marks = std::set<std::uint64_t>;  // addresses, as the evaluator numbers buffers

class Stores : public AccessSink {
 public:
  void consume(std::span<const MemoryAccess> accesses) override {
    for (const MemoryAccess& access : accesses) {
      for (unsigned i = 0; access.region == MemoryRegion::buffer && i < access.bytes; ++i) {
        marks.insert(access.address + i);
      }
    }
  }
  Marks marks;
};

struct RealRun {
  Marks marks;
  std::string binary;
};

RealRun run_on(const device::Identity& identity, const EvaluatedLaunch& launch,
               const fs::path& cache) {
  device::Session session(identity);
  device::Kernel kernel = session.kernel(kProbe, "", "probe");
  std::vector<device::Buffer> buffers;
  const std::uint64_t zero = 0;
  for (unsigned i = 0; i < launch.arguments.size(); ++i) {
    const EvaluatedArgument& argument = launch.arguments[i];
    if (argument.kind == EvaluatedArgument::Kind::buffer) {
      buffers.push_back(session.buffer(kBytes));
      session.fill(buffers.back(), &zero, sizeof(zero));
      kernel.set_buffer(i, buffers.back());
    } else if (argument.kind == EvaluatedArgument::Kind::local) {
      kernel.set_local(i, argument.size_bytes);
    } else {
      kernel.set_value(i, argument.value.data(), argument.value.size());
    }
  }
  session.run(kernel, launch.dimensions, {launch.global[0], launch.global[1], launch.global[2]},
              {launch.local[0], launch.local[1], launch.local[2]});
  RealRun run;
  run.binary = kernel.program_binary();
  for (unsigned b = 0; b < buffers.size(); ++b) {
    std::vector<std::uint8_t> content(kBytes);
    session.read(buffers[b], content.data(), kBytes);
    for (std::size_t at = 0; at < kBytes; ++at) {
      if (content[at] != 0) {
        run.marks.insert(buffer_address(b) + at);
      }
    }
  }
  for (const auto& entry : fs::recursive_directory_iterator(cache)) {
    if (entry.path().filename() == "probe.so" &&
        entry.path().parent_path().filename().string().rfind("16-3-2", 0) == 0) {
      run.binary = read_file(entry.path());
    }
  }
  return run;
}

TEST(Convention, IsTheRuntimes) {
  const fs::path folder =
      fs::temp_directory_path() / ("clgauge-lens-convention-" + std::to_string(::getpid()));
  const EvaluatedLaunch launch = probe_launch();
  const auto devices = device::discover_in_child().devices;
  ASSERT_FALSE(devices.empty());
  ::setenv("POCL_CACHE_DIR", folder.c_str(), 1);  // PoCL reads it when it starts
  for (const device::Identity& device : devices) {
    SCOPED_TRACE(device.platform);
    fs::create_directories(folder);
    const RealRun real = run_on(device, launch, folder);
    fs::remove_all(folder);
    Evaluator evaluator(std::make_shared<const ObjectImage>(load_image(x86_64_elf(real.binary))),
                        "probe", launch);
    Stores stores;
    const auto groups = launch.groups();
    for (std::uint64_t z = 0; z < groups[2]; ++z) {
      for (std::uint64_t y = 0; y < groups[1]; ++y) {
        for (std::uint64_t x = 0; x < groups[0]; ++x) {
          (void)evaluator.evaluate({x, y, z}, &stores);
        }
      }
    }
    EXPECT_EQ(stores.marks, real.marks) << evaluator.runtime();
    EXPECT_GT(real.marks.size(), 100U);
  }
}

}  // namespace
}  // namespace clgauge::lens
