# What `cmake --install` lays down is described beside the targets; this file adds the rest.
