"""Which variant to run, for a program that starts up."""

from dataclasses import dataclass, field

from .client import Client, ClgaugeError


@dataclass(frozen=True)
class Variant:
    """One way to do the same work: OpenCL C as pyopencl gets it, and its launch. Sizes are integers or
    expressions in the names that choose() gives values to."""

    name: str
    source: str
    global_size: list
    local_size: list = field(default_factory=list)
    kernel: str = ""
    options: str = ""
    args: dict = field(default_factory=dict)

    def request(self):
        request = {"name": self.name, "source": self.source, "global": list(self.global_size),
                   "local": list(self.local_size), "kernel": self.kernel, "options": self.options,
                   "args": dict(self.args)}
        return {name: value for name, value in request.items() if value}


@dataclass(frozen=True)
class Choice:
    name: str
    answered_by: str  # "daemon" or "fallback"
    why: str = ""  # of the fallback
    expected_regret: float = 1.0
    ranked: tuple = ()  # as the method select gives them


def choose(variants, sizes, default, device=None, timeout_seconds=0.05):
    """The variant to run: clgauged's choice, or `default` when none runs or it does not answer in
    time. Never raises."""
    try:
        with Client(timeout_seconds=timeout_seconds) as client:
            answer = client.select([variant.request() for variant in variants], sizes=sizes, device=device)
        return Choice(answer["ranked"][0]["name"], "daemon", "", answer["expected_regret"],
                      tuple(answer["ranked"]))
    except ClgaugeError as error:
        return Choice(default, "fallback", str(error))
    except Exception as error:  # a start-up must not fail for want of advice
        return Choice(default, "fallback", f"{type(error).__name__}: {error}")
