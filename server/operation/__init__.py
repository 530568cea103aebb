"""What operators do: back up and restore, look at all that settings name, and make a company."""
