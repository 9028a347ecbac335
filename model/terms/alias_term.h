#pragma once

#include <memory>

#include "model/terms/term.h"

namespace clgauge::model {

// f_alias: loads in loops that wait for a store of the iterations before, although it goes
// elsewhere. A core compares the lowest twelve bits of addresses first, so that a load that lies a
// multiple of 4096 bytes from a store still under way looks as if it needed what is stored: walks
// down the columns of an array that is stored to, with rows of a power of two. Rows of half as many
// bytes meet every other time. Only arrays that are both loaded and stored count: how far two
// arrays are from one another, nobody knows.
[[nodiscard]] std::unique_ptr<Term> alias_term();

}  // namespace clgauge::model
