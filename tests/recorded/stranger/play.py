"""A whole game from set-up to end: docs/rules.md, told in the order of docs/record.md."""

from __future__ import annotations

from tests.recorded.stranger.deck import KINDS, SYMBOLS
from tests.recorded.stranger.powers import Play, take_one, use_power
from tests.recorded.stranger.score import points_of, winners_of
from tests.recorded.stranger.table import Ask, Choice, Seat, Table


class Game:
    """A game; ``run`` yields every stop and gets the choices by seat."""

    def __init__(self, table: Table) -> None:
        """Take the table laid out."""
        self.table = table
        self.draw = self.crier = 0
        self.out: list[str] = []

    def run(self, order: list[int]) -> Play:
        """Play it; ``order``: the player in each seat."""
        yield from self.opening(order)
        while True:
            self.table.require_space()
            yield from self.one_draw()
            if self.table.ended:
                break
            if self.out[-1] == "J":
                self.out = []
                self.crier = (self.crier + 1) % len(self.table.seats)
                self.table.tell("tokens_returned", crier=self.crier)
        points = [points_of(self.table, seat) for seat in self.table.seats]
        self.table.tell("game_over", points=points, winners=winners_of(self.table))

    def opening(self, order: list[int]) -> Play:
        """Deal six cards each and five to the market; three are kept."""
        table = self.table
        table.tell("seated", order=order)
        hands = [[table.pile.pop(0) for _ in range(6)] for _ in table.seats]
        for number, hand in enumerate(hands):
            table.tell("dealt", seat=number, cards=hand)
        table.market = [table.pile.pop(0) for _ in range(5)]
        table.tell("market_opened", cards=table.lying())
        kept = {number: sorted(hand[:3]) for number, hand in enumerate(hands)}
        if table.rules["opening"] == "choose":

            def legal(number: int, choice: Choice) -> bool:
                if choice["type"] != "keep" or len(choice["cards"]) != 3:
                    return False
                fine = choice["cards"] == sorted(set(choice["cards"]))
                return fine and set(choice["cards"]) <= set(hands[number])

            answers = yield Ask("keep", list(kept), legal)
            kept = {number: answers[number]["cards"] for number in kept}
        for seat in table.seats:
            cards = kept[seat.number]
            for card in cards:
                seat.legions[card] = type(table.deck[card].spaces)()
            table.discards += [card for card in hands[seat.number] if card not in cards]
            table.tell("kept", seat=seat.number, cards=cards)

    def one_draw(self) -> Play:
        """Draw a token, let all place at once, resolve what they complete."""
        table = self.table
        self.draw += 1
        token = table.bag.token(self.draw, self.out)
        self.out.append(token)
        table.tell("token_drawn", draw=self.draw, token=token, crier=self.crier)
        matching = [self.matching(seat, token) for seat in table.seats]
        asked = [seat.number for seat in table.seats if table.empty(seat, matching[seat.number])]

        def legal(number: int, choice: Choice) -> bool:
            if choice["type"] != "mobilize":
                return False
            action, seat = choice["action"], table.seats[number]
            return action["type"] == "pass" or table.is_step(
                seat, action, matching[number], moves=True
            )

        answers = (yield Ask("mobilize", asked, legal)) if asked else {}
        for seat in table.seats:
            if seat.number not in answers:
                table.tell("passed", seat=seat.number, automatic=True)
            elif answers[seat.number]["action"]["type"] == "pass":
                table.tell("passed", seat=seat.number, automatic=False)
            else:
                table.do_step(seat, answers[seat.number]["action"], 0)
        for seat in table.seats:
            table.note_full(seat)
        yield from self.resolve_all()

    def matching(self, seat: Seat, token: str) -> str:
        """Give the symbols that a token stands for, for this seat."""
        if token == "J":
            return SYMBOLS
        found = {token}
        for card in seat.controlled:
            word, *values = self.table.deck[card].power or [""]
            if word == "swap" and token in values:
                found |= set(values)
        return "".join(found)

    def resolve_all(self) -> Play:
        """Resolve everything that waits."""
        table, last = self.table, -1
        while table.waiting:
            own = [entry for entry in table.waiting if entry[1] == last]
            card, last = min(own or table.waiting)
            table.waiting.remove((card, last))
            table.resolving = card
            yield from self.resolve(table.seats[last], card)
            table.resolving = 0

    def resolve(self, seat: Seat, card: int) -> Play:
        """Take a completed objective through its steps."""
        table, me = self.table, seat.number
        table.tell("legions_returned", seat=me, card=card, legions=seat.clear(card))
        yield from use_power(table, seat, card)
        del seat.legions[card]
        seat.controlled.append(card)
        count = len(seat.controlled)
        table.tell("controlled", seat=me, card=card, count=count)
        if count >= table.rules["target"] and not table.ended:
            table.ended = True
            table.tell("end_set", seat=me)
        yield from self.claim(seat, count)
        self.collect(seat, card)
        if not table.is_done(seat):
            if table.lying():
                yield from take_one(table, seat, "take", 0)
            else:
                table.tell("nothing_to_take", seat=me)

    def claim(self, seat: Seat, count: int) -> Play:
        """Step D, the tile for exactly this number of objectives."""
        tile, me = f"count:{count}", seat.number
        has_one = any(held.startswith("count:") for held in seat.tiles)
        if not 2 <= count <= 6 or has_one or self.holder(tile) is not None:
            return

        def legal(_: int, choice: Choice) -> bool:
            return bool(choice["type"] == "claim")

        answers = yield Ask("claim", [me], legal, count)
        if answers[me]["take"]:
            self.get(seat, tile)
        else:
            self.table.tell("tile_declined", seat=me, tile=tile)

    def collect(self, seat: Seat, card: int) -> None:
        """Step D, the tiles that come by themselves."""
        kinds = [self.table.deck[number].kind for number in seat.controlled]
        met = [kind for kind in KINDS if kinds.count(kind) >= 3]
        met += ["each"] if set(kinds) == set(KINDS) else []
        for kind in met:
            if self.holder(f"kind:{kind}") is None:
                self.get(seat, f"kind:{kind}")
        for good in self.table.deck[card].goods:
            holder = self.holder(f"good:{good}")
            if holder is None or (holder is not seat and self.beats(seat, holder, good)):
                self.get(seat, f"good:{good}")

    def beats(self, seat: Seat, holder: Seat, good: str) -> bool:
        """Tell whether a seat takes a good from its holder."""
        own, theirs = (
            sum(good in self.table.deck[card].goods for card in one.controlled)
            for one in (seat, holder)
        )
        return own > theirs or (own == theirs and self.table.rules["goods_tie"] == "newcomer")

    def holder(self, tile: str) -> Seat | None:
        """Give who holds a tile."""
        return next((seat for seat in self.table.seats if tile in seat.tiles), None)

    def get(self, seat: Seat, tile: str) -> None:
        """Give a tile to a seat, from the table or from who holds it."""
        holder = self.holder(tile)
        if holder is not None:
            holder.tiles.remove(tile)
        seat.tiles.append(tile)
        loser = None if holder is None else holder.number
        self.table.tell("tile_taken", seat=seat.number, tile=tile, loser=loser)
