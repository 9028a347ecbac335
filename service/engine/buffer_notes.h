#pragma once

#include <set>
#include <string>
#include <vector>

#include "collector/kernel/kernel_model.h"
#include "collector/kernel/launch.h"
#include "lens/launch/buffer_ends.h"
#include "microbench/job.h"
#include "service/engine/measurement_job.h"

// What a person should know of the buffers that measurement_job() made.
namespace clgauge::service {

// What a reader of the job's time should know of its buffers: which of those that the kernel reads
// hold zeros, whose size was not derived but sampled, and beyond which given size the kernel goes.
[[nodiscard]] std::vector<std::string> notes_on_buffers(const collector::KernelModel& model,
                                                        const collector::Bindings& bindings,
                                                        const MeasurementInputs& inputs,
                                                        const microbench::Job& job);

// Where work-items that the lens walked left their buffers, but for those whose sizes are only
// `assumed` (by name): nobody knows where these end.
[[nodiscard]] std::vector<std::string> notes_on_overruns(const std::vector<lens::Overrun>& overruns,
                                                         const collector::KernelModel& model,
                                                         const std::set<std::string>& assumed);

// "buffers are taken to hold ...": what KernelLens::look_as_measured() assumes.
[[nodiscard]] std::string contents_as_measured(const collector::KernelModel& model,
                                               const microbench::Job& job);

}  // namespace clgauge::service
