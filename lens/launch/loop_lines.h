#pragma once

#include <string>
#include <vector>

#include "lens/code/machine_code.h"
#include "lens/code/source_span.h"

namespace clgauge::lens {

// What of a kernel's code a driver has shown beside the code itself.
struct LinedProgram {
  std::string program_binary;  // that the code was decoded from
  std::string lined_binary;    // of the same source, built with line tables; may be empty
  std::string kernel;
};

// The lines of source that the loops of a kernel's code were made of, as MachineCode numbers the
// loops: by the debug information of the program itself, where it has any, else by that of the
// lined one. Drivers give lines to other functions than to those that run (PoCL to a kernel's
// function, not to what it makes of it for work-groups), and leave room for debuggers beside lines
// (Intel's runtime): loops whose instructions are the same as those of one with lines have its
// lines, others none. Nothing is thrown for what is damaged: it tells nothing. Thread-safe.
[[nodiscard]] std::vector<SourceSpan> loop_lines(const LinedProgram& program,
                                                 const MachineCode& code);

}  // namespace clgauge::lens
