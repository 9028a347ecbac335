#include "lens/ptx/loops.h"

#include <algorithm>
#include <map>
#include <set>

namespace clgauge::lens::ptx {
namespace {

using Blocks = std::vector<std::vector<std::uint32_t>>;

// All from which `end` can be reached but through the header.
void add_body(const Blocks& predecessors, std::uint32_t header, std::uint32_t end,
              std::set<std::uint32_t>& body) {
  body.insert(header);
  std::vector<std::uint32_t> left;
  const auto add = [&](std::uint32_t block) {
    if (body.insert(block).second) {
      left.push_back(block);
    }
  };
  add(end);
  while (!left.empty()) {
    const std::uint32_t block = left.back();
    left.pop_back();
    std::ranges::for_each(predecessors[block], add);
  }
}

}  // namespace

Edges edges_of(const Program& program) {
  Edges edges;
  edges.successors.resize(program.blocks.size());
  edges.predecessors.resize(program.blocks.size());
  const auto add = [&](std::uint32_t from, std::uint32_t to) {
    edges.successors[from].push_back(to);
    edges.predecessors[to].push_back(from);
  };
  for (std::uint32_t from = 0; from < program.blocks.size(); ++from) {
    const Step& last = program.steps_of(from).back();
    if (last.code == Code::jump || last.code == Code::branch) {
      add(from, last.index);
    }
    if (last.code == Code::branch && last.other != last.index) {
      add(from, last.other);
    }
  }
  return edges;
}

std::vector<Loop> loops_of(const Program& program) {
  const Blocks predecessors = edges_of(program).predecessors;
  std::map<std::uint32_t, std::set<std::uint32_t>> bodies;
  for (std::uint32_t header = 0; header < program.blocks.size(); ++header) {
    for (const std::uint32_t from : predecessors[header]) {
      if (from >= header) {
        add_body(predecessors, header, from, bodies[header]);
      }
    }
  }
  std::vector<Loop> loops;
  for (const auto& [header, body] : bodies) {
    // The kernel begins with block 0: a loop that holds it is entered there.
    if (header == 0 || !body.contains(0)) {
      loops.push_back({header, {body.begin(), body.end()}});
    }
  }
  return loops;
}

}  // namespace clgauge::lens::ptx
