"""Calls to other servers, and the names and addresses to which they may go."""
