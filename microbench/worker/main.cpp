// clgauge-worker: compiles and runs kernels where a driver's crash or hang costs one measurement.
// Started by WorkerClient only, with the channel on file descriptor 3.
#include <malloc.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include <cstddef>
#include <cstdio>
#include <exception>

#include "base/error.h"
#include "microbench/worker/channel.h"
#include "microbench/worker/heap.h"
#include "microbench/worker/protocol.h"
#include "microbench/worker/runner.h"

namespace {

using namespace clgauge::microbench;

bool has_channel() {
  struct stat info {};
  return ::fstat(kWorkerChannel, &info) == 0 && S_ISSOCK(info.st_mode);
}

// A worker stays like a fresh program, however much it has run.
void keep_buffers_where_fresh_programs_have_them() {
  constexpr std::size_t kOverhead = 16 << 10U;  // of alignment and malloc's own
  ::mallopt(M_MMAP_THRESHOLD, static_cast<int>(kLargestOnHeapBytes + kOverhead));
  ::mallopt(M_TRIM_THRESHOLD, static_cast<int>(2 * kLargestOnHeapBytes));  // as glibc keeps it
}

void serve() {
  LineChannel channel(kWorkerChannel);
  JobRunner runner([&channel](const char* phase) { channel.send(reply_line(PhaseReport{phase})); });
  while (const auto line = channel.receive()) {
    const WorkerRequest request = request_of_line(*line);
    const Measurement measurement = runner.run(request.job, request.wanted);
    if (!channel.send(reply_line(measurement))) return;
  }
}

}  // namespace

int main() {
  if (!has_channel()) {
    std::fputs(
        "clgauge-worker is started by clgauge and does nothing on its own: run `clgauge "
        "calibrate` or `clgauge measure`\n",
        stderr);
    return 2;
  }
  keep_buffers_where_fresh_programs_have_them();
  try {
    serve();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "clgauge-worker: %s\n", error.what());
    return 1;
  }
  return 0;
}
