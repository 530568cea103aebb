"""Accounts and all work on them: one by one, by list, batch, invitation, import or job on many."""
