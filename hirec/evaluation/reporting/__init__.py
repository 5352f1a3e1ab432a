"""What people see of a run: tables on the terminal, pages, charts."""
