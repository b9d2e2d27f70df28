"""Reports: progress, tables, plots, the page of a tournament."""
