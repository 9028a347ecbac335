# Run by `cmake -P`: writes OUTPUT, a C++ file that defines clgauge::collector::collector_version() as
# a digest of FILES (paths separated by commas).
string(REPLACE "," ";" files "${FILES}")
set(digests "")
foreach(file IN LISTS files)
  file(SHA256 "${file}" digest)
  string(APPEND digests "${digest}\n")
endforeach()
string(SHA256 version "${digests}")
string(SUBSTRING "${version}" 0 16 version)
file(WRITE "${OUTPUT}.new" "#include \"collector/version.h\"

namespace clgauge::collector {

const char* collector_version() noexcept { return \"${version}\"; }

}  // namespace clgauge::collector
")
execute_process(COMMAND "${CMAKE_COMMAND}" -E copy_if_different "${OUTPUT}.new" "${OUTPUT}")
