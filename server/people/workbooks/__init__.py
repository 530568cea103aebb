"""Reading workbooks of spreadsheet programs, apart from everything else."""
