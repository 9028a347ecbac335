# Run by `cmake -P`: writes OUTPUT, a C++ file that holds the text of FILES (a list of paths below
# FOLDER, separated by commas).
string(REPLACE "," ";" files "${FILES}")
set(entries "")
foreach(file IN LISTS files)
  file(READ "${FOLDER}/${file}" text)
  string(APPEND entries "      {\"${file}\", R\"opencl(${text})opencl\"},\n")
endforeach()
file(WRITE "${OUTPUT}" "#include \"kernels/embedded_sources.h\"

namespace clgauge::kernels {

const std::map<std::string, std::string_view>& embedded_sources() {
  static const std::map<std::string, std::string_view> kSources = {
${entries}  };
  return kSources;
}

}  // namespace clgauge::kernels
")
