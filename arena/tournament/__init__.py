"""Plan, schedule, play and adjudicate a tournament."""
