"""What every request, socket and job passes: it knows no feature."""
