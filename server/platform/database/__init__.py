"""The only door to Postgres: connections, units of work, the schema and its migrations."""
