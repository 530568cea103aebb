"""The list of users: filters, search, pages, totals and its export."""
