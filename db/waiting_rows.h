#pragma once

#include "db/store.h"

// Internal to the room: rows that another process is to write.
namespace clgauge::db {

// Hands the rows that wait in the store to its keeper, as one document. Throws what the keeper
// throws; the rows then still wait.
void hand_on(Store& store);

}  // namespace clgauge::db
