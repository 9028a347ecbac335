#pragma once

#include <functional>

#include "collector/source.h"

namespace clang {
class ASTContext;
}

namespace clgauge::collector {

// Parses a source and hands its syntax tree to `visit`; the tree lives for that call only.
// Throws Error(input) when the source does not compile, and what `visit` throws.
void with_syntax_tree(const Source& source, const std::function<void(clang::ASTContext&)>& visit);

}  // namespace clgauge::collector
