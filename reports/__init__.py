"""What people see: the command line, tables, plots and pages."""
