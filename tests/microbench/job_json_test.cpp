#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "microbench/job.h"
#include "microbench/worker/protocol.h"

namespace clgauge::microbench {
namespace {

Job some_job() {
  Job job;
  job.device_id = "0123456789abcdef";
  job.source = "__kernel void k(__global float* a, __local int* l, double s) {}\n// \xc3\xa9";
  job.options = "-cl-std=CL1.2";
  job.include_directories = {"/some where", "/else"};
  job.kernel = "k";
  job.dimensions = 2;
  job.global = {64, 32, 1};
  job.local = {16, 8, 1};
  job.arguments = {BufferArgument{4096, "float16", Fill::iota}, LocalArgument{512},
                   ScalarArgument{"float64", 0.1, {0.2, 0.3}},
                   BufferArgument{64, "int32", Fill::uniform, -2, 1e6}};
  BufferArgument ring{std::size_t{8} * 4096 + 64, "uint32", Fill::ring};
  ring.ring = {8, 4096, 16, 4, 64};
  job.arguments.emplace_back(ring);
  BufferArgument structures{96, "uint8", Fill::members};
  structures.element_bytes = 12;
  structures.members = {{"int32", 0, 1, Fill::zero}, {"float32", 4, 2, Fill::normal_random}};
  job.arguments.emplace_back(structures);
  job.arguments.emplace_back(StructArgument{12, structures.members, {1, 0.5, -2}});
  BufferArgument given{64, "uint8", Fill::given};
  given.content = std::string("\0\xff\n", 3);
  job.arguments.emplace_back(given);
  job.expectations = {{0, 3, -1.5, 1e-3}};
  job.policy.max_samples = 33;
  job.seed = std::numeric_limits<std::uint64_t>::max();
  job.timeout_seconds = 2.5;
  job.least_seconds = 1e-7;
  return job;
}

TEST(JobJson, RoundTrips) {
  const Job job = some_job();
  const WorkerRequest request = request_of_line(request_line(job, Wanted::object));
  EXPECT_EQ(request.wanted, Wanted::object);
  const Job& back = request.job;
  EXPECT_EQ(to_json(back), to_json(job));
  EXPECT_EQ(back.source, job.source);
  EXPECT_EQ(back.include_directories, job.include_directories);
  EXPECT_EQ(back.seed, job.seed);
  EXPECT_EQ(std::get<ScalarArgument>(back.arguments[2]).value, 0.1);
  EXPECT_EQ(std::get<ScalarArgument>(back.arguments[2]).more, (std::vector<double>{0.2, 0.3}));
  EXPECT_EQ(std::get<BufferArgument>(back.arguments[3]).low, -2);
  EXPECT_EQ(std::get<BufferArgument>(back.arguments[3]).high, 1e6);
  EXPECT_EQ(std::get<BufferArgument>(back.arguments[4]).ring, (RingShape{8, 4096, 16, 4, 64}));
  const auto& structure = std::get<StructArgument>(back.arguments[6]);
  EXPECT_EQ(std::get<BufferArgument>(back.arguments[5]).members, structure.members);
  EXPECT_EQ(structure.values, (std::vector<double>{1, 0.5, -2}));
  EXPECT_EQ(std::get<BufferArgument>(back.arguments[7]).content, std::string("\0\xff\n", 3));
}

TEST(JobJson, LinesHoldNoNewlineInside) {
  EXPECT_EQ(request_line(some_job(), Wanted::times).find('\n'), std::string::npos);
}

TEST(JobJson, MeasurementRoundTripsWithValuesThatJsonLacks) {
  Measurement m;
  m.status = Status::rejected;
  m.reason = "the median time is not finite";
  m.seconds = {1e-3, std::numeric_limits<double>::infinity(), 0.1 + 0.2};
  m.host_seconds = {1, 2, 3};
  m.outliers = {false, true, false};
  m.median_seconds = std::numeric_limits<double>::quiet_NaN();
  m.notes = {"a", "b"};
  m.detail = "bytes that are no UTF-8: \xff\xfe";
  const auto reply = reply_of_line(reply_line(m));
  const auto& back = std::get<Measurement>(reply);
  EXPECT_EQ(back.status, Status::rejected);
  EXPECT_EQ(back.seconds[2], m.seconds[2]);
  EXPECT_TRUE(std::isnan(back.seconds[1]));
  EXPECT_TRUE(std::isnan(back.median_seconds));
  EXPECT_EQ(back.outliers, m.outliers);
  EXPECT_EQ(back.notes, m.notes);
  EXPECT_EQ(back.object, std::nullopt);
}

TEST(JobJson, ObjectsRoundTrip) {
  Measurement m;
  m.object = CompiledObject{kProgramBinary, std::string("\x7f"
                                                        "ELF\0\n\xff",
                                                        7)};
  const auto reply = reply_of_line(reply_line(m));
  EXPECT_EQ(std::get<Measurement>(reply).object, m.object);
}

TEST(JobJson, RefusesWhatIsNoJob) {
  for (const char* line : {"", "{", "[]", "{}", R"({"job":{}})", R"({"job":{"device_id":7}})",
                           R"({"measurement":{"status":"excellent"}})"}) {
    EXPECT_THROW((void)request_of_line(line), Error) << line;
    EXPECT_THROW((void)reply_of_line(line), Error) << line;
  }
}

}  // namespace
}  // namespace clgauge::microbench
