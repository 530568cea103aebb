"""Files that a company's own servers offer, read at a set time of each day into imports."""
