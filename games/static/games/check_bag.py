"""Check the bag of a finished game: python3 check_bag.py RECORD.json

Seed and words give the key; the key gives every token, and the order of seats and cards.
"""

import csv
import hashlib
import hmac
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    record = json.load(file)
if "seed" not in record:
    sys.exit("There is no seed: the game is not over yet.")
seed = bytes.fromhex(record["seed"])
if hashlib.sha256(seed).hexdigest() != record["commitment"]:
    sys.exit("The seed is not the one that was committed to.")
words = [player.get("word", "").encode() for player in record["players"]]
key = hmac.digest(seed, b"".join(len(w).to_bytes(4, "big") + w for w in words), "sha256")


def index(label: str, bound: int, counter: int = 0) -> tuple[int, int]:
    """Give a whole number below bound by chance, and the next counter."""
    while True:
        digest = hmac.digest(key, label.encode() + b"\0" + counter.to_bytes(8, "big"), "sha256")
        number, counter = int.from_bytes(digest[:8], "big"), counter + 1
        if number < 2**64 - 2**64 % bound:
            return number % bound, counter


def shuffle(label: str, items: list[int]) -> list[int]:
    """Give the items in the order of chance."""
    counter = 0
    for place in range(len(items) - 1, 0, -1):
        other, counter = index(label, place + 1, counter)
        items[place], items[other] = items[other], items[place]
    return items


bag, wrong = "SSSSSSHHHHHCCCCKKKTTDJJ", 0
for event in record["opening"] + [e for step in record["steps"] for e in step["events"]]:
    if event["type"] == "token_drawn":
        token = bag[index(f"token/{event['draw']}", len(bag))[0]]
        wrong += token != event["token"]
        print(event["draw"], token, "right" if token == event["token"] else "WRONG")
        bag = bag.replace(event["token"], "", 1)
    elif event["type"] == "tokens_returned":
        bag = "SSSSSSHHHHHCCCCKKKTTDJJ"

rows = csv.DictReader(record["deck"].lstrip("\ufeff").splitlines())
deck = shuffle("deck/0", sorted(int(row["number"]) for row in rows))
dealt = [card for e in record["opening"] if e["type"] == "dealt" for card in e["cards"]]
wrong += deck[: len(dealt)] != dealt
print("deck:", *deck)
if wrong:
    sys.exit(f"{wrong} things are wrong.")
print("Seed, tokens and cards dealt are right.")
