"""python-chess, the independent judge. No other file of the project imports it, tests aside."""

from chess import Board as Board
from chess import Move as Move
from chess import scan_forward as scan_forward
