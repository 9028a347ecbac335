#pragma once

// The only place that names an OpenCL version: 1.2 is the baseline, and newer queries are asked
// only of devices that report them. Private to the room: no other room includes an OpenCL header.
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS  // clCreateCommandQueue: every platform has it

#include <CL/cl.h>
#include <CL/cl_ext.h>
