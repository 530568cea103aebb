"""Rounds of interviews: their panels and candidates, the day itself, and what panels say of the people."""
