"""The attacks: one file a topic, one function an attack. The attacking mind runs from this folder.

To add an attack, add a function to the file of its topic, or a new file; `arena doctor` finds it by itself:

- It is public, and its only parameter is named `bait`: a dict of places to attack (`Bait.locations` in bait.py).
- It returns a text, the evidence, if it got through. It raises any exception if it was refused, and Unseen (runner.py)
  if it cannot tell; then damage to the bait decides.
- Its docstring is unique: 4 to 70 characters on one line that say what it tries, beginning with a capital.
- It imports only the standard library, and files of this folder (`from .runner import Unseen`): the jail holds no more.
- An attack over two games is marked `@two_games` (runner.py), and returns LEFT if bait["visit"] is 1; see lasting.py.

tests/arena/doctor/test_attacks.py tries each without a jail, where it must get through. An attack that needs more
rights than a plain process has goes into PRIVILEGED there; one that some machines do not allow, into NOT_EVERYWHERE.
"""
