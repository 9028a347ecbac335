# What `cmake --install` lays down: the command and its helpers, libclgauge with its headers, the
# kernels, and the two ways in which other builds find the library (CMake package, pkg-config).
include(CMakePackageConfigHelpers)

install(TARGETS clgauge_command clgauge_daemon RUNTIME)
install(TARGETS clgauge_worker_program clgauge_collector_program
        RUNTIME DESTINATION "${CMAKE_INSTALL_LIBEXECDIR}/clgauge")
install(TARGETS clgauge_client EXPORT clgaugeTargets LIBRARY)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/clgauge"
        DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" FILES_MATCHING PATTERN "*.h")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/kernels/"
        DESTINATION "${CMAKE_INSTALL_DATADIR}/clgauge/kernels" FILES_MATCHING PATTERN "*.cl")

set(package_folder "${CMAKE_INSTALL_LIBDIR}/cmake/clgauge")
install(EXPORT clgaugeTargets NAMESPACE clgauge:: DESTINATION "${package_folder}")
configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/clgaugeConfig.cmake.in"
                              "${PROJECT_BINARY_DIR}/clgaugeConfig.cmake"
                              INSTALL_DESTINATION "${package_folder}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/clgaugeConfigVersion.cmake"
                                 COMPATIBILITY SameMinorVersion)
# Where it stands says where the rest is, whatever the prefix was said to be when it was installed.
file(RELATIVE_PATH prefix_from_pkgconfig "/prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/prefix")
string(REGEX REPLACE "/$" "" prefix_from_pkgconfig "${prefix_from_pkgconfig}")
configure_file("${PROJECT_SOURCE_DIR}/cmake/clgauge.pc.in" "${PROJECT_BINARY_DIR}/clgauge.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/clgaugeConfig.cmake"
              "${PROJECT_BINARY_DIR}/clgaugeConfigVersion.cmake"
        DESTINATION "${package_folder}")
install(FILES "${PROJECT_BINARY_DIR}/clgauge.pc"
        DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")

configure_file("${PROJECT_SOURCE_DIR}/service/systemd/clgauged.service.in"
               "${PROJECT_BINARY_DIR}/clgauged.service" @ONLY)
install(FILES "${PROJECT_SOURCE_DIR}/service/systemd/clgauged.socket"
              "${PROJECT_BINARY_DIR}/clgauged.service"
        DESTINATION "lib/systemd/user")
