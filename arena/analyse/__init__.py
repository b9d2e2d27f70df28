"""Accuracy: every move of a tournament judged by a strong engine.

positions.py names the positions before and after each move; analyst.py judges them with one jailed engine, analysts.py
with several at once, and a crew with engines elsewhere; driver.py has all judged that the store lacks. formulas.py and
intervals.py turn judgements into losses and accuracies, when arena/store/analysis.py reads them.
"""
