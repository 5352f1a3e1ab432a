"""Stand-ins for what cannot be had in a test: a model, its server, an analyst, an encoder.

They keep the contracts of what they stand for and are exported on purpose: whoever writes an
analyst or a stage of their own tests it with these.
"""

from hirec.testing.analyst import ScriptedAnalyst
from hirec.testing.chat_model import ScriptedChatModel
from hirec.testing.chat_server import LocalLlm
from hirec.testing.encoder import HashingEncoder
from hirec.testing.judge import ScriptedJudge

__all__ = ["HashingEncoder", "LocalLlm", "ScriptedAnalyst", "ScriptedChatModel", "ScriptedJudge"]
