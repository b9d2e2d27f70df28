"""Players that do what a test tells them to."""

from collections.abc import Callable, Sequence

from world.api import Ending, Fault, MindFailure, Reply, Run, State


class Scripted:
    """Says its answers one after the other, taking `seconds` for each; an exception among them is raised."""

    def __init__(self, *answers: str | BaseException, seconds: float = 0.0, name: str = "scripted") -> None:
        self.answers, self.seconds, self.name = list(answers), seconds, name
        self.heard: list[str] = []
        self.states: list[State] = []

    def newrun(self, run: Run) -> None:
        self.heard.append("newrun")
        self.run = run

    def getaction(self, state: State) -> Reply:
        self.heard.append("getaction")
        self.states.append(state)
        answer = self.answers.pop(0)
        if isinstance(answer, BaseException):
            raise answer
        return Reply(answer, self.seconds)

    def endrun(self, ending: Ending) -> None:
        self.heard.append("endrun")
        self.ending = ending


class Failing(Scripted):
    """Fails in one of the three calls."""

    def __init__(self, call: str, fault: Fault, *answers: str) -> None:
        super().__init__(*answers)
        self.call, self.fault = call, fault

    def newrun(self, run: Run) -> None:
        super().newrun(run)
        self._fail("newrun")

    def endrun(self, ending: Ending) -> None:
        super().endrun(ending)
        self._fail("endrun")

    def _fail(self, call: str) -> None:
        if call == self.call:
            raise MindFailure(self.fault)


def chooser(choose: Callable[[Sequence[str]], str], actions: Callable[[], Sequence[str]]) -> Scripted:
    """A player that chooses among what a world offers."""

    class Choosing(Scripted):
        def getaction(self, state: State) -> Reply:
            return Reply(choose(actions()), 0.0)

    return Choosing()
