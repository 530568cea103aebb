"""Other products, measured in the same run as Waymark: `make bench-peers`.

Each is installed in the version named in its module, from PyPI or npm, when it is first asked for, into a cache of its
own (`waymark/peers` in `$XDG_CACHE_HOME` or `~/.cache`). The packages that it needs itself are the newest it takes.
One that cannot be installed or started is named with its error and costs no other. Each has a database of its own in
the same Postgres as Waymark. What is compared, and what is unequal:

- **People imported per second**, each by its own importer. Waymark: 100,000 people from the upload over HTTP to the
  last account, each row judged and shown in a preview, a result kept for each. Directus: one CSV over HTTP into its
  users, each password hashed by argon2id; the same without passwords; and people as rows of a plain collection, which
  are no accounts. Kolibri: its command `bulkimportusers`, without the seconds in which it starts, each password hashed
  by PBKDF2; and once more with MD5 in its place.
  Waymark's people get their passwords with their invitations, made by the server and kept as keyed hashes
  (docs/decisions/0015-passwords.md): equal work is that of the others without a slow hash.
- **People added by single calls per second**, sixteen calls at once, each with a password that a person chose and a
  slow hash of it: argon2id of Waymark (19 MiB, 2 passes) and Directus (64 MiB, 3 passes, 4 threads), scrypt of Better
  Auth (32 MiB), which is called inside its own process without HTTP. Waymark also writes the audit trail, an
  invitation and its message.
- **Sign-ins per second**, sixteen at once, many accounts. With the hashes above: most of the difference is the hash.
  Waymark's is two requests, Directus' one.
- **GET of the own profile**, 32 at once. Both check a token and its user in Postgres.
- **The whole sign-in in a browser**: from the click on the button, with the page at rest and both fields filled in, to
  the first figures of Waymark's dashboard and the first row of Directus' content. A new browser context each time.

The others have their defaults, but for limits of requests, which are off on both sides.
"""
