#include "device/program.h"

#include <fmt/format.h>

#include <chrono>
#include <optional>

#include "base/compiler_log.h"
#include "base/error.h"
#include "device/cl_error.h"

namespace clgauge::device {
namespace {

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

std::string build_log(cl_program program, cl_device_id device) {
  std::size_t bytes = 0;
  if (clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &bytes) !=
          CL_SUCCESS ||
      bytes == 0) {
    return {};
  }
  std::string log(bytes, '\0');
  if (clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, bytes, log.data(), nullptr) !=
      CL_SUCCESS) {
    return {};
  }
  log.resize(log.find('\0') == std::string::npos ? log.size() : log.find('\0'));
  return log;
}

// A binary that the driver does not take (it changed without saying so) is no error: build again.
std::optional<ProgramHandle> program_from_binary(cl_context context, cl_device_id device,
                                                 const std::string& binary,
                                                 const std::string& options) {
  const std::size_t bytes = binary.size();
  const auto* data = reinterpret_cast<const unsigned char*>(binary.data());
  cl_int binary_status = CL_SUCCESS;
  cl_int status = CL_SUCCESS;
  ProgramHandle program(
      clCreateProgramWithBinary(context, 1, &device, &bytes, &data, &binary_status, &status));
  if (status != CL_SUCCESS || binary_status != CL_SUCCESS) {
    return std::nullopt;
  }
  if (clBuildProgram(program.get(), 1, &device, options.c_str(), nullptr, nullptr) != CL_SUCCESS) {
    return std::nullopt;
  }
  return program;
}

ProgramHandle program_from_source(cl_context context, cl_device_id device, const Identity& identity,
                                  const std::string& source, const std::string& options) {
  const char* text = source.c_str();
  const std::size_t bytes = source.size();
  cl_int status = CL_SUCCESS;
  ProgramHandle program(clCreateProgramWithSource(context, 1, &text, &bytes, &status));
  check(status, "clCreateProgramWithSource", identity.name);
  status = clBuildProgram(program.get(), 1, &device, options.c_str(), nullptr, nullptr);
  if (status == CL_SUCCESS) {
    return program;
  }
  if (status == CL_BUILD_PROGRAM_FAILURE || status == CL_INVALID_BUILD_OPTIONS) {
    const std::string log = build_log(program.get(), device);
    throw Error(
        ErrorKind::input,
        fmt::format("the kernel source does not compile on \"{}\"{}: {}: correct the source "
                    "or the build options",
                    identity.name, options.empty() ? "" : fmt::format(" with \"{}\"", options),
                    log.empty() ? status_name(status) : reason_in_log(log)),
        log);
  }
  fail(status, "clBuildProgram", identity.name);
}

}  // namespace

BuiltProgram build_program(cl_context context, cl_device_id device, const Identity& identity,
                           const ProgramCache& cache, const std::string& source,
                           const std::string& options) {
  const auto start = std::chrono::steady_clock::now();
  const std::optional<std::string> key = ProgramCache::key(source, options, identity);
  if (key) {
    if (const auto binary = cache.load(*key)) {
      if (auto program = program_from_binary(context, device, *binary, options)) {
        return {std::move(*program), true, seconds_since(start)};
      }
      cache.remove(*key);
    }
  }
  BuiltProgram built{program_from_source(context, device, identity, source, options), false, 0};
  built.seconds = seconds_since(start);
  if (key) {
    cache.store(*key, binary_of(built.program.get()));
  }
  return built;
}

std::string binary_of(cl_program program) {
  std::size_t bytes = 0;
  if (clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof(bytes), &bytes, nullptr) !=
          CL_SUCCESS ||
      bytes == 0) {
    return {};
  }
  std::string binary(bytes, '\0');
  auto* data = reinterpret_cast<unsigned char*>(binary.data());
  if (clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof(data), &data, nullptr) != CL_SUCCESS) {
    return {};
  }
  return binary;
}

}  // namespace clgauge::device
