// clgauge-worker: compiles and runs kernels where a driver's crash or hang costs one measurement.
// Started by WorkerClient only, with the channel on file descriptor 3.
#include <malloc.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include <cstdio>
#include <exception>

#include "base/error.h"
#include "microbench/worker/channel.h"
#include "microbench/worker/protocol.h"
#include "microbench/worker/runner.h"

namespace {

bool has_channel() {
  struct stat info {};
  return ::fstat(clgauge::microbench::kWorkerChannel, &info) == 0 && S_ISSOCK(info.st_mode);
}

// PoCL takes buffers from malloc, and which of them start at one place of a page decides how often
// they collide in the caches. glibc maps larger ones by themselves, at one place of a page each,
// from a threshold on that grows with whatever was freed before. A fresh program's is 2.0 to 2.6
// MiB once PoCL is there (Debian 12); a worker stays like one, however much it has run.
void keep_buffers_where_fresh_programs_have_them() {
  constexpr int kMiB = 1 << 20U;
  ::mallopt(M_MMAP_THRESHOLD, 2 * kMiB + (16 << 10U));
  ::mallopt(M_TRIM_THRESHOLD, 4 * kMiB);  // twice that, as glibc keeps it
}

void serve() {
  using namespace clgauge::microbench;
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
