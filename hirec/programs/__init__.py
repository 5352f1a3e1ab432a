"""Programs that compute answers: running them safely, and checking their numbers."""

from hirec.programs.contradictions import Pages, contradiction
from hirec.programs.sandbox import Engine, Run, run
from hirec.programs.slots import whose_reason
from hirec.programs.verify import verify

__all__ = ["Engine", "Pages", "Run", "contradiction", "run", "verify", "whose_reason"]
