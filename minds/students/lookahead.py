"""A greedy mind that looks at the answers to a move before it plays it."""

from minds import Mind

MATE = 100_000


class LookAhead(Mind):
    """Plays the move whose worst answer hurts least, counting the piece that it can recapture; mates when it can."""

    name = "look-ahead"
    needs = "position"

    def getaction(self, state):
        self.seen = 0
        here = state.position
        best, best_move = -2 * MATE, None
        for move in self.in_any_order(here.legal_moves()):
            worth = self.after_my_move(here.play(move), best)
            if worth > best:
                best, best_move = worth, move
        self.thoughts = {"depth": 2, "nodes": self.seen, "score": best}
        return best_move

    def in_any_order(self, moves):
        """Captures first, otherwise in random order: the first of equal moves is played."""
        return sorted(moves, key=lambda move: (-move.captured_value, self.rng.random()))

    def after_my_move(self, there, enough):
        """Return the value of my move; stop as soon as one answer shows that it is no better than another."""
        self.seen += 1
        if there.is_drawn:
            return 0
        answers = there.legal_moves()
        if not answers:
            return MATE if there.in_check else 0
        worth = 2 * MATE
        for answer in sorted(answers, key=lambda move: -move.captured_value):
            worth = min(worth, self.after_the_answer(there.play(answer), answer))
            if worth <= enough:
                break
        return worth

    def after_the_answer(self, here, answer):
        """Return my score then, with the best piece that I can recapture on the square of a capture."""
        self.seen += 1
        if here.is_drawn:
            return 0
        standing = here.score
        if answer.captured:
            back = [move.captured_value for move in here.legal_captures() if move.target == answer.target]
            standing += max(back, default=0)
        if here.in_check and not here.legal_moves():
            return -MATE
        return standing
