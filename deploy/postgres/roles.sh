#!/bin/sh
# Creates the two roles of docs/deployment.md; the migrating one owns the database. The image runs it on an empty
# volume; on an older one, run it once yourself. Running it again only changes the passwords.
set -eu
: "${DATABASE_OWNER_PASSWORD:?see deploy/owner.example}" "${DATABASE_PASSWORD:?see deploy/env.example}"

psql --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --no-psqlrc --quiet --set ON_ERROR_STOP=1 \
    --set owner_password="$DATABASE_OWNER_PASSWORD" --set serving_password="$DATABASE_PASSWORD" <<'SQL'
BEGIN;
SELECT 'CREATE ROLE ' || name FROM unnest(ARRAY['waymark_owner', 'waymark_serving']) AS name
 WHERE name NOT IN (SELECT rolname FROM pg_roles) \gexec
ALTER ROLE waymark_owner LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD :'owner_password';
ALTER ROLE waymark_serving LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD :'serving_password';

SELECT format('ALTER DATABASE %I OWNER TO waymark_owner', current_database()) \gexec
SELECT format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database()) \gexec
SELECT format('GRANT CONNECT ON DATABASE %I TO waymark_serving', current_database()) \gexec
ALTER SCHEMA public OWNER TO waymark_owner;
REVOKE CREATE ON SCHEMA public FROM PUBLIC;

-- What a superuser made before there were two roles; extensions stay whose they are.
SELECT format('ALTER TABLE %s OWNER TO waymark_owner', c.oid::regclass)
  FROM pg_class c
 WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm')
   AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e') \gexec
SELECT format('ALTER SEQUENCE %s OWNER TO waymark_owner', c.oid::regclass)
  FROM pg_class c
 WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'S'
   AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype IN ('a', 'e', 'i')) \gexec
SELECT format('ALTER ROUTINE %s OWNER TO waymark_owner', p.oid::regprocedure)
  FROM pg_proc p
 WHERE p.pronamespace = 'public'::regnamespace
   AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e') \gexec
COMMIT;
SQL
