"""What is shown of results: tables, charts, pages."""
