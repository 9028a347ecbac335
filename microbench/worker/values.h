#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "microbench/job.h"

namespace clgauge::microbench {

// Elements of buffers and scalar arguments by the name of their type: float16, float32, float64,
// int8 .. int64, uint8 .. uint64. All throw Error(input) for any other name.

[[nodiscard]] std::size_t element_bytes(const std::string& dtype);

// The bytes of one element in the host's order, which OpenCL devices here share.
[[nodiscard]] std::vector<std::byte> encode(const std::string& dtype, double value);
// Of a vector argument all lanes; one of three takes the room of four.
[[nodiscard]] std::vector<std::byte> encode(const ScalarArgument& argument);
// Error(input) where the members do not fit the structure, or the values are not as many.
[[nodiscard]] std::vector<std::byte> encode(const StructArgument& argument);
// The same bytes as BufferArgument::content holds them.
[[nodiscard]] std::string as_text(const std::vector<std::byte>& bytes);
[[nodiscard]] double decode(const std::string& dtype, const std::byte* element);

// The content of a buffer as a block that is repeated over it: a whole number of periods of the
// fill, around 1 MiB (less for a smaller buffer). Throws Error(input) for Fill::ring, too, which is
// none.
[[nodiscard]] std::vector<std::byte> fill_block(const BufferArgument& buffer, std::uint64_t seed);

// The block that a worker repeats over the buffer of this argument of a job.
[[nodiscard]] std::vector<std::byte> content_of(const Job& job, std::size_t argument);
// Writes it into the job, for those who have to know it and are no worker.
void give_content(Job& job, std::size_t argument);

}  // namespace clgauge::microbench
