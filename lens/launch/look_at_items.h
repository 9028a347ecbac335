#pragma once

#include <functional>
#include <vector>

#include "lens/items/item_events.h"
#include "lens/items/item_operations.h"
#include "lens/launch/sample_launch.h"
#include "lens/process/request.h"
#include "lens/traffic/launch_traffic.h"

namespace clgauge::lens {

// Code that is walked work-item by work-item.
struct WalkedItems {
  const std::vector<AccessPlace>& places;
  EvaluateGroup walk;
  std::function<ItemOperations(const std::vector<double>& block_runs)> operations;
};

[[nodiscard]] std::vector<InstructionKind> kinds_of(const std::vector<AccessPlace>& places);

// Fills in features and calls of a launch of it on that machine; what memory sees of it, as a
// second thread helps to count where there is one. Throws what walking throws.
LaunchTraffic look_at_items(const EvaluatedLaunch& launch, const MachineShape& machine,
                            const WalkedItems& items, LensAnswer& answer,
                            SecondThread* second = nullptr);

}  // namespace clgauge::lens
