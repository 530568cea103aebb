"""Ways in, and what protects them: flows, codes, passwords, factors, single sign-on, sessions, policies."""
