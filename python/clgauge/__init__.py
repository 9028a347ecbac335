"""Asks clgauged how long OpenCL kernels take, and which variant to run."""

from .choose import Choice, Variant, choose
from .client import Client, ClgaugeError, socket_path

__all__ = ["Choice", "Client", "ClgaugeError", "Variant", "choose", "socket_path"]
