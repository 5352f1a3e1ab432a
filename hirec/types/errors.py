"""Named failures. Each message is one clear sentence that says what to do."""

from hirec.types.answer import Citation


class HirecError(Exception):
    """Base of every failure a user can meet; the command line prints it and exits with 2."""


class IndexMissingError(HirecError):
    """There is no index in the folder given."""


class IndexIncompatibleError(HirecError):
    """The index was made with another schema version or with other models."""


class ReadError(HirecError):
    """A source file could not be read as a filing."""


class IdentityError(ReadError):
    """A file was read, but it does not say which company's filing it is."""


class QuestionError(HirecError):
    """A question that cannot be asked (empty, too long)."""


class QuestionFileError(HirecError):
    """A file of evaluation questions is malformed."""


class ProgramError(HirecError):
    """A program failed, ran out of a limit, or is not supported by the sandbox."""


class ModelError(HirecError):
    """A model could not be loaded."""


class CannotAnswer(HirecError):  # noqa: N818 - an abstention is an outcome, not a fault
    """An analyst declines a task; ``missing`` says what the evidence lacks.

    ``places`` are where a reader would look, best first.
    """

    def __init__(
        self, message: str, missing: tuple[str, ...] = (), places: tuple[Citation, ...] = ()
    ) -> None:
        """Say why, for people and for whoever looks on.

        Args:
            message: One sentence.
            missing: What the evidence lacks, each in the question's words.
            places: Where a reader would look, best first.

        """
        super().__init__(message)
        self.missing = missing
        self.places = places
