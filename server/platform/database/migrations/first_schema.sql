-- The schema as it was first released: extensions are made before, by the revision that runs this file.
-- Later revisions add to it; this file stays as it is.

SET LOCAL check_function_bodies = false;

CREATE FUNCTION public.waymark_check_audit_entries() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
        DECLARE
            is_of_another boolean;
        BEGIN
            EXECUTE 'SELECT EXISTS (SELECT FROM written e WHERE EXISTS (SELECT FROM users WHERE users.id = e.actor_id AND users.company_id <> e.company_id) OR EXISTS (SELECT FROM users WHERE users.id = e.subject_id AND users.company_id <> e.company_id) OR EXISTS (SELECT FROM imports WHERE imports.id = e.subject_id AND imports.company_id <> e.company_id) OR EXISTS (SELECT FROM sessions WHERE sessions.id = e.subject_id AND sessions.company_id <> e.company_id) OR EXISTS (SELECT FROM batches WHERE batches.id = e.subject_id AND batches.company_id <> e.company_id))' INTO is_of_another;
            IF is_of_another THEN
                RAISE foreign_key_violation USING
                    CONSTRAINT = 'fk_audit_entries_named', TABLE = 'audit_entries',
                    MESSAGE = 'audit_entries.actor_id or subject_id names a row of another company';
            END IF;
            RETURN NULL;
        END $$;

CREATE FUNCTION public.waymark_check_companies() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
        DECLARE
            is_missing boolean;
        BEGIN
            EXECUTE 'WITH named AS MATERIALIZED (SELECT DISTINCT company_id FROM written), kept AS MATERIALIZED (
                         SELECT c.id FROM named JOIN companies c ON c.id = named.company_id
                          ORDER BY c.id FOR KEY SHARE OF c
                     )
                     SELECT count(*) > (SELECT count(*) FROM kept) FROM named' INTO is_missing;
            IF is_missing THEN
                
        RAISE foreign_key_violation USING
            CONSTRAINT = 'fk_users_company_id', TABLE = 'users', MESSAGE = 'users.company_id names no company'
    ;
            END IF;
            RETURN NULL;
        END $$;

CREATE FUNCTION public.waymark_check_company() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
        BEGIN
            PERFORM FROM companies WHERE id = NEW.company_id FOR KEY SHARE;
            IF NOT FOUND THEN
                
        RAISE foreign_key_violation USING
            CONSTRAINT = 'fk_users_company_id', TABLE = 'users', MESSAGE = 'users.company_id names no company'
    ;
            END IF;
            RETURN NULL;
        END $$;

CREATE FUNCTION public.waymark_check_member_imports() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
        BEGIN
            IF EXISTS (
                SELECT FROM (SELECT DISTINCT company_id, import_id FROM written WHERE import_id IS NOT NULL) AS named
                LEFT JOIN imports i ON i.company_id = named.company_id AND i.id = named.import_id
                WHERE i.id IS NULL
            ) THEN
                RAISE foreign_key_violation USING
                    CONSTRAINT = 'fk_batch_members_company_id_import_id', TABLE = 'batch_members',
                    MESSAGE = 'batch_members.import_id names an import that the company does not have';
            END IF;
            RETURN NULL;
        END $$;

CREATE FUNCTION public.waymark_check_message_imports() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
        BEGIN
            IF EXISTS (
                SELECT FROM (SELECT DISTINCT company_id, import_id FROM written WHERE import_id IS NOT NULL) AS named
                LEFT JOIN imports i ON i.company_id = named.company_id AND i.id = named.import_id
                WHERE i.id IS NULL
            ) THEN
                RAISE foreign_key_violation USING
                    CONSTRAINT = 'fk_messages_company_id_import_id', TABLE = 'messages',
                    MESSAGE = 'a message names an import that its company does not have';
            END IF;
            RETURN NULL;
        END $$;

CREATE FUNCTION public.waymark_count_added_members() RETURNS trigger
    LANGUAGE plpgsql
    AS $_$
        DECLARE
            counted bigint;
        BEGIN
            EXECUTE $query$ 
        WITH sums AS MATERIALIZED (
        SELECT m.company_id, m.batch_id, count(*) AS people, sum(u.invited), sum(u.signed_in),
               sum(u.inactive)
          FROM written m
         CROSS JOIN LATERAL (
            SELECT 
    CAST(users.invitation IN ('queued', 'sent', 'accepted') AS int) AS invited,
    CAST(users.last_sign_in_at IS NOT NULL AS int) AS signed_in,
    CAST(NOT users.is_active AS int) AS inactive
 FROM users
             WHERE users.company_id = m.company_id AND users.id = m.user_id OFFSET 0) AS u
         GROUP BY m.company_id, m.batch_id
    ), kept AS MATERIALIZED (
            SELECT b.id FROM batches b JOIN sums ON b.company_id = sums.company_id AND b.id = sums.batch_id
             ORDER BY b.id FOR KEY SHARE OF b
        ), added AS (
            INSERT INTO batch_figures (company_id, batch_id, people, invited, signed_in, inactive) SELECT sums.* FROM sums JOIN kept ON kept.id = sums.batch_id
        )
        SELECT coalesce(sum(people), 0) FROM sums
     $query$ INTO counted;
            IF counted <> (SELECT count(*) FROM written) THEN
                RAISE foreign_key_violation USING
                    CONSTRAINT = 'fk_batch_members_company_id_user_id', TABLE = 'batch_members',
                    MESSAGE = 'batch_members.user_id names a person that the company does not have';
            END IF;
            RETURN NULL;
        END $_$;

CREATE FUNCTION public.waymark_count_changed_people() RETURNS trigger
    LANGUAGE plpgsql
    AS $_$
        BEGIN
            IF EXISTS (
        SELECT company_id, id, sum(sign * invited) AS invited, sum(sign * signed_in) AS signed_in,
               sum(sign * inactive) AS inactive
          FROM (
            SELECT company_id, id, 1 AS sign, 
    CAST(changed.invitation IN ('queued', 'sent', 'accepted') AS int) AS invited,
    CAST(changed.last_sign_in_at IS NOT NULL AS int) AS signed_in,
    CAST(NOT changed.is_active AS int) AS inactive
 FROM changed
             UNION ALL
            SELECT company_id, id, -1 AS sign, 
    CAST(earlier.invitation IN ('queued', 'sent', 'accepted') AS int) AS invited,
    CAST(earlier.last_sign_in_at IS NOT NULL AS int) AS signed_in,
    CAST(NOT earlier.is_active AS int) AS inactive
 FROM earlier) AS both_states
         GROUP BY company_id, id
        HAVING sum(sign * invited) <> 0 OR sum(sign * signed_in) <> 0 OR sum(sign * inactive) <> 0
    ) THEN
                EXECUTE $query$ 
        WITH sums AS MATERIALIZED (
        SELECT p.company_id, m.batch_id, 0 AS people, sum(p.invited), sum(p.signed_in), sum(p.inactive)
          FROM (
        SELECT company_id, id, sum(sign * invited) AS invited, sum(sign * signed_in) AS signed_in,
               sum(sign * inactive) AS inactive
          FROM (
            SELECT company_id, id, 1 AS sign, 
    CAST(changed.invitation IN ('queued', 'sent', 'accepted') AS int) AS invited,
    CAST(changed.last_sign_in_at IS NOT NULL AS int) AS signed_in,
    CAST(NOT changed.is_active AS int) AS inactive
 FROM changed
             UNION ALL
            SELECT company_id, id, -1 AS sign, 
    CAST(earlier.invitation IN ('queued', 'sent', 'accepted') AS int) AS invited,
    CAST(earlier.last_sign_in_at IS NOT NULL AS int) AS signed_in,
    CAST(NOT earlier.is_active AS int) AS inactive
 FROM earlier) AS both_states
         GROUP BY company_id, id
        HAVING sum(sign * invited) <> 0 OR sum(sign * signed_in) <> 0 OR sum(sign * inactive) <> 0
    ) AS p
         CROSS JOIN LATERAL (
            SELECT batch_id FROM batch_members
             WHERE batch_members.company_id = p.company_id AND user_id = p.id OFFSET 0) AS m
         GROUP BY p.company_id, m.batch_id
    ), kept AS MATERIALIZED (
            SELECT b.id FROM batches b JOIN sums ON b.company_id = sums.company_id AND b.id = sums.batch_id
             ORDER BY b.id FOR KEY SHARE OF b
        ), added AS (
            INSERT INTO batch_figures (company_id, batch_id, people, invited, signed_in, inactive) SELECT sums.* FROM sums JOIN kept ON kept.id = sums.batch_id
        )
        SELECT coalesce(sum(people), 0) FROM sums
     $query$;
            END IF;
            RETURN NULL;
        END $_$;

CREATE FUNCTION public.waymark_count_removed_members() RETURNS trigger
    LANGUAGE plpgsql
    AS $_$
        BEGIN
            EXECUTE $query$ 
        WITH sums AS MATERIALIZED (
        SELECT m.company_id, m.batch_id, -count(*) AS people, -sum(u.invited), -sum(u.signed_in),
               -sum(u.inactive)
          FROM removed m
         CROSS JOIN LATERAL (
            SELECT 
    CAST(users.invitation IN ('queued', 'sent', 'accepted') AS int) AS invited,
    CAST(users.last_sign_in_at IS NOT NULL AS int) AS signed_in,
    CAST(NOT users.is_active AS int) AS inactive
 FROM users
             WHERE users.company_id = m.company_id AND users.id = m.user_id OFFSET 0) AS u
         GROUP BY m.company_id, m.batch_id
    ), kept AS MATERIALIZED (
            SELECT b.id FROM batches b JOIN sums ON b.company_id = sums.company_id AND b.id = sums.batch_id
             ORDER BY b.id FOR KEY SHARE OF b
        ), added AS (
            INSERT INTO batch_figures (company_id, batch_id, people, invited, signed_in, inactive) SELECT sums.* FROM sums JOIN kept ON kept.id = sums.batch_id
        )
        SELECT coalesce(sum(people), 0) FROM sums
     $query$;
            RETURN NULL;
        END $_$;

CREATE FUNCTION public.waymark_delete_bulk_rows() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
        BEGIN
            DELETE FROM bulk_rows WHERE job_id = OLD.id;
            DELETE FROM work_chunks WHERE work_id = OLD.id;
            RETURN NULL;
        END $$;

CREATE FUNCTION public.waymark_delete_import_rows() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
        BEGIN
            DELETE FROM import_rows WHERE import_id = OLD.id;
            DELETE FROM import_problems WHERE import_id = OLD.id;
            DELETE FROM work_chunks WHERE work_id = OLD.id;
            RETURN NULL;
        END $$;

-- The form in which names are searched, sorted and compared: letters without case, accents and nukta; punctuation is a
-- space, except for apostrophes; initials in a row are one word. "D'Souza, M. S." and "DSOUZA M.S." are "dsouza ms".
-- Unaccented words, which most names consist of, take the first branch. A single expression is inlined.
CREATE FUNCTION public.waymark_fold(name text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $_$
        SELECT CASE
            WHEN name ~ '^[A-Za-z0-9]{2,}( [A-Za-z0-9]{2,})*$' COLLATE pg_catalog."C"
            THEN lower(name COLLATE pg_catalog.pg_c_utf8)
            ELSE btrim(regexp_replace(
                regexp_replace(
                    replace(replace(replace(
                        -- Letters that have no decomposition; what has no counterpart is removed.
                        translate(
                            -- Marks of Latin, Greek, Cyrillic, Hebrew and Arabic, nuktas, and what is invisible.
                            regexp_replace(
                                casefold(normalize(replace(name, '´', ''), NFKD) COLLATE pg_catalog.pg_unicode_fast),
                                '[\u0300-\u036F\u0483-\u0487\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20F0\uFE20-\uFE2F'
                                '\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7'
                                '\u0610-\u061A\u0640\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E8\u06EA-\u06ED'
                                '\u093C\u09BC\u0A3C\u0ABC\u0B3C\u0CBC\u00AD\u200B-\u200F\u2060\uFE00-\uFE0F\uFEFF]',
                                '', 'g'),
                            'øłđðıħŧŋɓɗƙƴكىي''`‘’‛ʹʻʼʾʿ′', 'olddihtnbdkyکیی'),
                        'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') COLLATE pg_catalog.pg_c_utf8,
                    '[[:punct:][:space:]]+', ' ', 'g'),
                '(?<=(^| )[^ [:digit:]]) (?=[^ [:digit:]]( |$))', '', 'g'))
        END
    $_$;

CREATE FUNCTION public.waymark_keep_no_users() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
        BEGIN
            IF current_setting('transaction_isolation') <> 'read committed' THEN
                RAISE feature_not_supported USING
                    MESSAGE = 'companies are deleted in a transaction that is READ COMMITTED';
            END IF;
            IF TG_OP = 'DELETE' THEN
                DELETE FROM users WHERE company_id = OLD.id;
            ELSIF TG_OP = 'TRUNCATE' AND EXISTS (SELECT FROM users)
               OR TG_OP = 'UPDATE' AND EXISTS (SELECT FROM users WHERE company_id = OLD.id) THEN
                RAISE foreign_key_violation USING
                    CONSTRAINT = 'fk_users_company_id', TABLE = 'companies', MESSAGE = 'the company has users';
            END IF;
            RETURN NULL;
        END $$;

CREATE FUNCTION public.waymark_refuse_other_company() RETURNS trigger
    LANGUAGE plpgsql
    AS $_$
        DECLARE
            is_of_another boolean;
        BEGIN
            -- What was written before there was a company, as the code of a sign-up, is of none; so is a flow that
            -- has lost its account.
            EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE id = ($1).%I'
                           ' AND company_id <> ($1).company_id)', TG_ARGV[1], TG_ARGV[0])
                USING NEW INTO is_of_another;
            IF is_of_another THEN
                RAISE foreign_key_violation USING
                    CONSTRAINT = TG_NAME, TABLE = TG_TABLE_NAME,
                    MESSAGE = format('%s.%s names a row of another company', TG_TABLE_NAME, TG_ARGV[0]);
            END IF;
            RETURN NULL;
        END $_$;

CREATE FUNCTION public.waymark_remove_deleted_people() RETURNS trigger
    LANGUAGE plpgsql
    AS $_$
        BEGIN
            EXECUTE $query$ 
        WITH gone AS (
            DELETE FROM batch_members m USING deleted u WHERE m.company_id = u.company_id AND m.user_id = u.id
            RETURNING m.company_id, m.batch_id, 
    CAST(u.invitation IN ('queued', 'sent', 'accepted') AS int) AS invited,
    CAST(u.last_sign_in_at IS NOT NULL AS int) AS signed_in,
    CAST(NOT u.is_active AS int) AS inactive

        ),
     
         sums AS MATERIALIZED (
        SELECT company_id, batch_id, -count(*) AS people, -sum(invited), -sum(signed_in), -sum(inactive)
          FROM gone GROUP BY company_id, batch_id
    ), kept AS MATERIALIZED (
            SELECT b.id FROM batches b JOIN sums ON b.company_id = sums.company_id AND b.id = sums.batch_id
             ORDER BY b.id FOR KEY SHARE OF b
        ), added AS (
            INSERT INTO batch_figures (company_id, batch_id, people, invited, signed_in, inactive) SELECT sums.* FROM sums JOIN kept ON kept.id = sums.batch_id
        )
        SELECT coalesce(sum(people), 0) FROM sums
     $query$;
            RETURN NULL;
        END $_$;

CREATE FUNCTION public.waymark_tidy_search() RETURNS bigint
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$ SELECT gin_clean_pending_list('public.ix_users_search'::regclass) $$;

CREATE FUNCTION public.waymark_uuid7() RETURNS uuid
    LANGUAGE sql PARALLEL SAFE
    AS $$SELECT uuidv7()$$;

CREATE TABLE public.audit_entries (
    id uuid DEFAULT public.waymark_uuid7() NOT NULL,
    company_id uuid,
    action text NOT NULL,
    actor_id uuid,
    subject_id uuid,
    subject_label text,
    address text,
    before jsonb,
    after jsonb,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    subject_version integer
);

CREATE TABLE public.audit_redactions (
    entry_id uuid NOT NULL,
    redacted_at timestamp with time zone DEFAULT now() NOT NULL,
    key_id text NOT NULL,
    mac bytea NOT NULL
);

CREATE TABLE public.audit_seals (
    chain uuid NOT NULL,
    "position" bigint NOT NULL,
    entry_id uuid NOT NULL,
    hash bytea NOT NULL,
    key_id text NOT NULL,
    mac bytea NOT NULL
);

CREATE TABLE public.batch_figures (
    company_id uuid NOT NULL,
    batch_id uuid NOT NULL,
    people integer DEFAULT 0 NOT NULL,
    invited integer DEFAULT 0 NOT NULL,
    signed_in integer DEFAULT 0 NOT NULL,
    inactive integer DEFAULT 0 NOT NULL
);

CREATE TABLE public.batch_members (
    company_id uuid NOT NULL,
    batch_id uuid NOT NULL,
    user_id uuid NOT NULL,
    added_at timestamp with time zone DEFAULT now() NOT NULL,
    import_id uuid
);

CREATE TABLE public.batches (
    id uuid DEFAULT public.waymark_uuid7() NOT NULL,
    company_id uuid NOT NULL,
    name text NOT NULL,
    code text,
    location text,
    starts_on date,
    ends_on date,
    folded_name text NOT NULL COLLATE pg_catalog."C",
    folded_code text COLLATE pg_catalog."C",
    archived_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT ck_batches_days CHECK ((ends_on >= starts_on))
);

CREATE TABLE public.bulk_jobs (
    id uuid DEFAULT public.waymark_uuid7() NOT NULL,
    company_id uuid NOT NULL,
    action text NOT NULL,
    changes jsonb DEFAULT '{}'::jsonb NOT NULL,
    batch_id uuid,
    state text DEFAULT 'processing'::text NOT NULL,
    total integer DEFAULT 0 NOT NULL,
    processed integer DEFAULT 0 NOT NULL,
    done integer DEFAULT 0 NOT NULL,
    unchanged integer DEFAULT 0 NOT NULL,
    failed integer DEFAULT 0 NOT NULL,
    undone integer DEFAULT 0 NOT NULL,
    started_by uuid,
    starter_profile text,
    undone_by uuid,
    started_at timestamp with time zone DEFAULT now() NOT NULL,
    finished_at timestamp with time zone,
    touched_at timestamp with time zone DEFAULT now() NOT NULL,
    version bigint DEFAULT 1 NOT NULL,
    CONSTRAINT ck_bulk_jobs_action CHECK ((action = ANY (ARRAY['set'::text, 'activate'::text, 'deactivate'::text, 'delete'::text, 'invite'::text, 'sign-out'::text, 'add-to-batch'::text, 'remove-from-batch'::text]))),
    CONSTRAINT ck_bulk_jobs_state CHECK ((state = ANY (ARRAY['processing'::text, 'completed'::text, 'cancelled'::text, 'undoing'::text, 'undone'::text])))
);

CREATE TABLE public.bulk_rows (
    job_id uuid NOT NULL,
    "row" integer NOT NULL,
    user_id uuid NOT NULL,
    full_name text NOT NULL,
    email text NOT NULL COLLATE pg_catalog."C",
    status text DEFAULT 'waiting'::text NOT NULL,
    message text,
    before jsonb,
    version integer
)
WITH (fillfactor='60');

CREATE TABLE public.captured_messages (
    message_id uuid NOT NULL,
    kind text NOT NULL,
    channel text NOT NULL,
    recipient text NOT NULL COLLATE pg_catalog."C",
    parameters jsonb,
    secret bytea,
    import_id uuid,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.companies (
    id uuid DEFAULT public.waymark_uuid7() NOT NULL,
    name text NOT NULL,
    slug text NOT NULL,
    industry text NOT NULL,
    website text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    trusted_at timestamp with time zone,
    invitation_reminder boolean DEFAULT true NOT NULL
);

CREATE TABLE public.company_daily_usage (
    company_id uuid NOT NULL,
    day date NOT NULL,
    rows_checked integer DEFAULT 0 NOT NULL,
    invitations integer DEFAULT 0 NOT NULL,
    taken_elsewhere integer DEFAULT 0 NOT NULL
);

CREATE TABLE public.company_policies (
    company_id uuid NOT NULL,
    second_factor text NOT NULL,
    factors text[] NOT NULL,
    passkeys_only boolean NOT NULL,
    session_idle_minutes integer,
    session_days integer,
    email_domains text[] NOT NULL,
    administrator_networks text[] NOT NULL,
    changed_at timestamp with time zone DEFAULT now() NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT ck_company_policies_second_factor CHECK ((second_factor = ANY (ARRAY['none'::text, 'administrators'::text, 'everyone'::text]))),
    CONSTRAINT ck_company_policies_session_lengths CHECK (((session_idle_minutes > 0) AND (session_days > 0)))
);

CREATE TABLE public.email_changes (
    company_id uuid NOT NULL,
    user_id uuid NOT NULL,
    email text NOT NULL COLLATE pg_catalog."C",
    token_hash bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    requester_profile text
);

CREATE TABLE public.erasures (
    id uuid DEFAULT public.waymark_uuid7() NOT NULL,
    company_id uuid NOT NULL,
    user_id uuid NOT NULL,
    contacts bytea,
    place text DEFAULT ''::text NOT NULL,
    waits boolean DEFAULT false NOT NULL,
    requested_at timestamp with time zone DEFAULT now() NOT NULL,
    next_at timestamp with time zone DEFAULT now(),
    erased_at timestamp with time zone,
    trail_erased_at timestamp with time zone
);

CREATE TABLE public.factors (
    id uuid DEFAULT public.waymark_uuid7() NOT NULL,
    company_id uuid NOT NULL,
    user_id uuid NOT NULL,
    kind text NOT NULL,
    name text NOT NULL,
    sealed_secret bytea,
    last_step bigint,
    credential_id bytea,
    public_key bytea,
    sign_count bigint DEFAULT 0 NOT NULL,
    transports text[] DEFAULT '{}'::text[] NOT NULL,
    backed_up boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    confirmed_at timestamp with time zone,
    last_used_at timestamp with time zone,
    copied_at timestamp with time zone,
    CONSTRAINT ck_factors_kind CHECK ((kind = ANY (ARRAY['totp'::text, 'passkey'::text]))),
    CONSTRAINT ck_factors_whole_passkey CHECK ((((kind = 'passkey'::text) = (credential_id IS NOT NULL)) AND ((kind = 'passkey'::text) = (public_key IS NOT NULL)))),
    CONSTRAINT ck_factors_whole_totp CHECK (((kind = 'totp'::text) = (sealed_secret IS NOT NULL)))
);

CREATE TABLE public.flows (
    id uuid DEFAULT public.waymark_uuid7() NOT NULL,
    secret_hash bytea NOT NULL,
    company_id uuid,
    user_id uuid,
    handle uuid NOT NULL,
    context text NOT NULL,
    state text NOT NULL,
    temporary_password boolean DEFAULT false NOT NULL,
    channel text NOT NULL,
    used_channels text[] DEFAULT '{}'::text[] NOT NULL,
    code_mac bytea,
    code_expires_at timestamp with time zone,
    attempts smallint DEFAULT 0 NOT NULL,
    sends smallint DEFAULT 0 NOT NULL,
    resend_at timestamp with time zone,
    message_id uuid,
    address text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    version bigint DEFAULT 1 NOT NULL,
    typed_email text,
    code_digits smallint DEFAULT 6 NOT NULL,
    other_code_mac bytea,
    other_code_expires_at timestamp with time zone,
    other_code_digits smallint DEFAULT 6 NOT NULL,
    other_attempts smallint DEFAULT 0 NOT NULL,
    other_message_id uuid,
    methods text[] DEFAULT '{}'::text[] NOT NULL,
    CONSTRAINT ck_flows_channel CHECK ((channel = ANY (ARRAY['EMAIL'::text, 'SMS'::text]))),
    CONSTRAINT ck_flows_context CHECK ((context = ANY (ARRAY['SIGNUP'::text, 'LOGIN'::text, 'PASSWORD_RESET'::text]))),
    CONSTRAINT ck_flows_state CHECK ((state = ANY (ARRAY['code_required'::text, 'company_required'::text, 'password_required'::text, 'ready'::text, 'completed'::text, 'ended'::text, 'factor_required'::text]))),
    CONSTRAINT ck_flows_whole_user CHECK (((user_id IS NULL) = (company_id IS NULL)))
);

CREATE TABLE public.idempotency_keys (
    company_id uuid NOT NULL,
    user_id uuid NOT NULL,
    path text NOT NULL,
    key text NOT NULL,
    request_mac bytea NOT NULL,
    answer jsonb,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT ck_idempotency_keys_key CHECK (((length(key) >= 1) AND (length(key) <= 200)))
);

CREATE TABLE public.import_batches (
    company_id uuid NOT NULL,
    import_id uuid NOT NULL,
    cell text NOT NULL COLLATE pg_catalog."C",
    batch_id uuid NOT NULL,
    is_new boolean NOT NULL
);

CREATE TABLE public.import_changes (
    company_id uuid NOT NULL,
    import_id uuid NOT NULL,
    number integer NOT NULL,
    kind text NOT NULL,
    changed_by uuid,
    changed_at timestamp with time zone DEFAULT now() NOT NULL,
    undone boolean DEFAULT false NOT NULL,
    field text,
    from_value text,
    to_value text,
    kept boolean DEFAULT false NOT NULL,
    earlier_value text,
    together integer,
    CONSTRAINT ck_import_changes_kind CHECK ((kind = ANY (ARRAY['edit'::text, 'deletion'::text, 'mapping'::text])))
);

CREATE TABLE public.import_edits (
    import_id uuid NOT NULL,
    "row" integer NOT NULL,
    change integer NOT NULL,
    cells jsonb
);

CREATE TABLE public.import_files (
    import_id uuid NOT NULL,
    content bytea NOT NULL,
    converted bytea
);
ALTER TABLE ONLY public.import_files ALTER COLUMN content SET STORAGE EXTERNAL;
ALTER TABLE ONLY public.import_files ALTER COLUMN converted SET STORAGE EXTERNAL;

CREATE TABLE public.import_layouts (
    company_id uuid NOT NULL,
    header_digest bytea NOT NULL,
    fields jsonb NOT NULL,
    chosen_at timestamp with time zone DEFAULT now() NOT NULL,
    chosen_by uuid
);

CREATE TABLE public.import_problems (
    import_id uuid NOT NULL,
    field text NOT NULL COLLATE pg_catalog."C",
    message text NOT NULL COLLATE pg_catalog."C",
    new_rows integer NOT NULL,
    known_rows integer NOT NULL,
    refused_rows integer NOT NULL
);

CREATE TABLE public.import_rows (
    import_id uuid NOT NULL,
    "row" integer NOT NULL,
    status text NOT NULL,
    full_name text NOT NULL,
    email text NOT NULL COLLATE pg_catalog."C",
    phone text NOT NULL COLLATE pg_catalog."C",
    date_of_birth text NOT NULL,
    gender text NOT NULL,
    work_location text NOT NULL,
    role text NOT NULL,
    profile text NOT NULL,
    birth_date date,
    errors jsonb,
    warnings jsonb,
    message text,
    user_id uuid DEFAULT public.waymark_uuid7() NOT NULL,
    line integer,
    account_id uuid,
    change text,
    before jsonb,
    update_errors jsonb,
    kept text,
    batch text
);
ALTER TABLE ONLY public.import_rows ALTER COLUMN full_name SET STATISTICS 0;
ALTER TABLE ONLY public.import_rows ALTER COLUMN phone SET STATISTICS 0;
ALTER TABLE ONLY public.import_rows ALTER COLUMN date_of_birth SET STATISTICS 0;
ALTER TABLE ONLY public.import_rows ALTER COLUMN gender SET STATISTICS 0;
ALTER TABLE ONLY public.import_rows ALTER COLUMN work_location SET STATISTICS 0;
ALTER TABLE ONLY public.import_rows ALTER COLUMN role SET STATISTICS 0;
ALTER TABLE ONLY public.import_rows ALTER COLUMN profile SET STATISTICS 0;
ALTER TABLE ONLY public.import_rows ALTER COLUMN birth_date SET STATISTICS 0;
ALTER TABLE ONLY public.import_rows ALTER COLUMN errors SET STATISTICS 0;
ALTER TABLE ONLY public.import_rows ALTER COLUMN warnings SET STATISTICS 0;
ALTER TABLE ONLY public.import_rows ALTER COLUMN message SET STATISTICS 0;
ALTER TABLE ONLY public.import_rows ALTER COLUMN line SET STATISTICS 0;

CREATE TABLE public.import_updates (
    import_id uuid NOT NULL,
    "row" integer NOT NULL,
    user_id uuid NOT NULL,
    before jsonb NOT NULL,
    after jsonb NOT NULL,
    version integer NOT NULL
);

CREATE TABLE public.import_value_maps (
    company_id uuid NOT NULL,
    field text NOT NULL,
    from_value text NOT NULL,
    to_value text NOT NULL,
    chosen_at timestamp with time zone DEFAULT now() NOT NULL,
    chosen_by uuid
);

CREATE TABLE public.imports (
    id uuid DEFAULT public.waymark_uuid7() NOT NULL,
    company_id uuid NOT NULL,
    state text DEFAULT 'validating'::text NOT NULL,
    reason text,
    file_name text NOT NULL,
    delimiter text NOT NULL,
    encoding text NOT NULL,
    unknown_headers text[] DEFAULT '{}'::text[] NOT NULL,
    remarks text[] DEFAULT '{}'::text[] NOT NULL,
    lines jsonb,
    questions jsonb DEFAULT '[]'::jsonb NOT NULL,
    answers jsonb DEFAULT '{}'::jsonb NOT NULL,
    uploaded_by uuid,
    uploader_profile text,
    started_by uuid,
    total_rows integer DEFAULT 0 NOT NULL,
    checked_rows integer DEFAULT 0 NOT NULL,
    valid_rows integer DEFAULT 0 NOT NULL,
    warning_rows integer DEFAULT 0 NOT NULL,
    invalid_rows integer DEFAULT 0 NOT NULL,
    processed integer DEFAULT 0 NOT NULL,
    created_count integer DEFAULT 0 NOT NULL,
    failed_count integer DEFAULT 0 NOT NULL,
    invited integer DEFAULT 0 NOT NULL,
    profiles text[] DEFAULT '{}'::text[] NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    ready_at timestamp with time zone,
    started_at timestamp with time zone,
    finished_at timestamp with time zone,
    touched_at timestamp with time zone DEFAULT now() NOT NULL,
    version bigint DEFAULT 1 NOT NULL,
    invite boolean DEFAULT true NOT NULL,
    date_order text,
    date_example text,
    header_line integer DEFAULT 1 NOT NULL,
    fields jsonb DEFAULT '{"columns": {}}'::jsonb NOT NULL,
    sheets text[] DEFAULT '{}'::text[] NOT NULL,
    sheet text,
    invite_at timestamp with time zone,
    invited_at timestamp with time zone,
    content_digest bytea,
    paused_at timestamp with time zone,
    paused_for interval DEFAULT '00:00:00'::interval NOT NULL,
    resumed_at timestamp with time zone,
    created_before integer DEFAULT 0 NOT NULL,
    undone integer DEFAULT 0 NOT NULL,
    undone_by uuid,
    mode text DEFAULT 'create'::text NOT NULL,
    changed_rows integer DEFAULT 0 NOT NULL,
    unchanged_rows integer DEFAULT 0 NOT NULL,
    changed_count integer DEFAULT 0 NOT NULL,
    unchanged_count integer DEFAULT 0 NOT NULL,
    read_values jsonb DEFAULT '[]'::jsonb NOT NULL,
    format smallint DEFAULT 1 NOT NULL,
    invited_by uuid,
    problems_version bigint,
    CONSTRAINT ck_imports_date_order CHECK ((date_order = ANY (ARRAY['day'::text, 'month'::text]))),
    CONSTRAINT ck_imports_mode CHECK ((mode = ANY (ARRAY['create'::text, 'update'::text, 'upsert'::text]))),
    CONSTRAINT ck_imports_state CHECK ((state = ANY (ARRAY['mapping'::text, 'validating'::text, 'ready'::text, 'processing'::text, 'paused'::text, 'completed'::text, 'cancelled'::text, 'failed'::text, 'undoing'::text, 'undone'::text])))
);

CREATE TABLE public.invitation_destinations (
    destination bytea NOT NULL,
    day date NOT NULL,
    sends integer NOT NULL,
    last_sent_at timestamp with time zone NOT NULL
);

CREATE TABLE public.invitation_stops (
    mailbox bytea NOT NULL,
    company_id uuid NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.list_columns (
    company_id uuid NOT NULL,
    user_id uuid NOT NULL,
    columns jsonb NOT NULL,
    page_size integer
);

CREATE TABLE public.login_failures (
    email_mac bytea NOT NULL,
    source text NOT NULL,
    failures integer NOT NULL,
    counting_since timestamp with time zone DEFAULT now() NOT NULL,
    last_failed_at timestamp with time zone DEFAULT now() NOT NULL,
    blocked_until timestamp with time zone,
    succeeded_at timestamp with time zone
);

CREATE TABLE public.messages (
    id uuid DEFAULT public.waymark_uuid7() NOT NULL,
    company_id uuid,
    user_id uuid,
    flow_id uuid,
    import_id uuid,
    kind text NOT NULL,
    channel text NOT NULL,
    recipient text NOT NULL,
    parameters jsonb,
    state text DEFAULT 'queued'::text NOT NULL,
    attempts smallint DEFAULT 0 NOT NULL,
    next_attempt_at timestamp with time zone DEFAULT now(),
    expires_at timestamp with time zone,
    provider_id text,
    error text,
    secret bytea,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    sent_at timestamp with time zone,
    occasion text,
    remind_at timestamp with time zone,
    CONSTRAINT ck_messages_channel CHECK ((channel = ANY (ARRAY['EMAIL'::text, 'SMS'::text]))),
    CONSTRAINT ck_messages_kind CHECK ((kind = ANY (ARRAY['code'::text, 'invitation'::text, 'password_changed'::text, 'welcome'::text, 'import_finished'::text, 'email_change'::text, 'email_changed'::text, 'sso_linked'::text, 'bulk_finished'::text, 'passkey_copied'::text, 'factor_added'::text, 'factor_removed'::text, 'recovery_code_used'::text, 'recovery_codes_renewed'::text, 'new_device'::text, 'account_secured'::text, 'sso_unlinked'::text]))),
    CONSTRAINT ck_messages_occasion CHECK ((occasion = ANY (ARRAY['again'::text, 'reminder'::text]))),
    CONSTRAINT ck_messages_state CHECK ((state = ANY (ARRAY['queued'::text, 'sent'::text, 'failed'::text, 'expired'::text])))
);

CREATE TABLE public.notifications (
    id uuid DEFAULT public.waymark_uuid7() NOT NULL,
    company_id uuid NOT NULL,
    user_id uuid NOT NULL,
    kind text NOT NULL,
    title text NOT NULL,
    body text NOT NULL,
    link text,
    about uuid,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    read_at timestamp with time zone,
    CONSTRAINT ck_notifications_kind CHECK ((kind = ANY (ARRAY['welcome'::text, 'secure_account'::text, 'what_you_can_do'::text, 'import_finished'::text, 'import_failed'::text, 'import_cancelled'::text, 'invitation_failed'::text, 'bulk_finished'::text, 'bulk_cancelled'::text, 'passkey_copied'::text, 'factor_added'::text, 'factor_removed'::text, 'recovery_code_used'::text, 'recovery_codes_renewed'::text, 'new_device'::text, 'account_secured'::text, 'sso_unlinked'::text, 'domain_proof'::text])))
);

CREATE TABLE public.recovery_codes (
    company_id uuid NOT NULL,
    user_id uuid NOT NULL,
    code_mac bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    used_at timestamp with time zone
);

CREATE TABLE public.refresh_tokens (
    token_hash bytea NOT NULL,
    session_id uuid NOT NULL,
    generation integer NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    used_at timestamp with time zone
);

CREATE TABLE public.remembered_devices (
    device_hash bytea NOT NULL,
    company_id uuid NOT NULL,
    user_id uuid NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL
);

CREATE TABLE public.saved_views (
    id uuid DEFAULT public.waymark_uuid7() NOT NULL,
    company_id uuid NOT NULL,
    owner_id uuid,
    created_by uuid,
    name text NOT NULL,
    folded_name text NOT NULL COLLATE pg_catalog."C",
    query jsonb NOT NULL,
    columns jsonb,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    version integer DEFAULT 1 NOT NULL
);

CREATE TABLE public.send_quotas (
    scope text NOT NULL,
    subject bytea NOT NULL,
    day date NOT NULL,
    sends integer NOT NULL
);

CREATE TABLE public.sessions (
    id uuid DEFAULT public.waymark_uuid7() NOT NULL,
    company_id uuid NOT NULL,
    user_id uuid NOT NULL,
    generation integer DEFAULT 0 NOT NULL,
    used_generation integer DEFAULT 0 NOT NULL,
    device text DEFAULT ''::text NOT NULL,
    address text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    last_seen_at timestamp with time zone DEFAULT now() NOT NULL,
    idle_expires_at timestamp with time zone NOT NULL,
    absolute_expires_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    end_reason text,
    version integer DEFAULT 1 NOT NULL,
    methods text[] DEFAULT '{}'::text[] NOT NULL,
    verified_at timestamp with time zone,
    CONSTRAINT ck_sessions_ended_for_a_reason CHECK (((ended_at IS NULL) = (end_reason IS NULL)))
);

CREATE TABLE public.shared_codes (
    subject bytea NOT NULL,
    code_mac bytea NOT NULL,
    message_id uuid NOT NULL,
    made_at timestamp with time zone NOT NULL
);

CREATE TABLE public.signups (
    flow_id uuid NOT NULL,
    email text NOT NULL COLLATE pg_catalog."C",
    phone text NOT NULL COLLATE pg_catalog."C",
    full_name text NOT NULL,
    password_hash text NOT NULL,
    applies_to uuid,
    email_verified_at timestamp with time zone,
    phone_verified_at timestamp with time zone
);

CREATE TABLE public.spent_challenges (
    challenge_hash bytea NOT NULL,
    expires_at timestamp with time zone NOT NULL
);

CREATE TABLE public.sso_connections (
    id uuid DEFAULT public.waymark_uuid7() NOT NULL,
    company_id uuid NOT NULL,
    name text NOT NULL,
    issuer text NOT NULL,
    client_id text NOT NULL,
    sealed_secret bytea,
    create_people boolean NOT NULL,
    default_profile text,
    enabled boolean NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT ck_sso_connections_profile_of_new_people CHECK (((NOT create_people) OR (default_profile IS NOT NULL)))
);

CREATE TABLE public.sso_domains (
    company_id uuid NOT NULL,
    domain text NOT NULL COLLATE pg_catalog."C",
    connection_id uuid NOT NULL,
    token text NOT NULL,
    proved_at timestamp with time zone,
    seen_at timestamp with time zone DEFAULT now() NOT NULL,
    check_at timestamp with time zone DEFAULT (now() + '7 days'::interval) NOT NULL,
    missed smallint DEFAULT 0 NOT NULL
);

CREATE TABLE public.sso_identities (
    company_id uuid NOT NULL,
    connection_id uuid NOT NULL,
    issuer text NOT NULL,
    subject text NOT NULL COLLATE pg_catalog."C",
    user_id uuid NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.sso_sessions (
    id uuid DEFAULT public.waymark_uuid7() NOT NULL,
    flow_id uuid,
    session_id uuid,
    connection_id uuid NOT NULL,
    issuer text NOT NULL,
    subject text NOT NULL COLLATE pg_catalog."C",
    sid text COLLATE pg_catalog."C",
    CONSTRAINT ck_sso_sessions_of_a_flow_or_a_session CHECK ((num_nonnulls(flow_id, session_id) = 1))
);

CREATE TABLE public.sso_states (
    state_hash bytea NOT NULL,
    browser_hash bytea NOT NULL,
    company_id uuid NOT NULL,
    connection_id uuid NOT NULL,
    issuer text NOT NULL,
    sealed_proof bytea NOT NULL,
    expires_at timestamp with time zone NOT NULL
);

CREATE TABLE public.users (
    id uuid DEFAULT public.waymark_uuid7() NOT NULL,
    company_id uuid NOT NULL,
    email text COLLATE pg_catalog."C",
    phone text NOT NULL COLLATE pg_catalog."C",
    full_name text NOT NULL,
    role text NOT NULL,
    profile text,
    date_of_birth date,
    gender text,
    work_location text,
    is_active boolean DEFAULT true NOT NULL,
    password_hash text,
    temporary_password_mac bytea,
    password_is_temporary boolean DEFAULT false NOT NULL,
    temporary_password_expires_at timestamp with time zone,
    email_verified_at timestamp with time zone,
    phone_verified_at timestamp with time zone,
    invitation text DEFAULT 'none'::text NOT NULL,
    last_sign_in_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    sort_name text GENERATED ALWAYS AS (public.waymark_fold(full_name)) STORED NOT NULL COLLATE pg_catalog."C",
    code text COLLATE pg_catalog."C",
    label text GENERATED ALWAYS AS (COALESCE(email, code, phone)) STORED NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT ck_users_code CHECK ((code ~ '^[A-Z0-9]([A-Z0-9./-]{0,30}[A-Z0-9])?$'::text)),
    CONSTRAINT ck_users_invitation CHECK ((invitation = ANY (ARRAY['none'::text, 'queued'::text, 'sent'::text, 'failed'::text, 'accepted'::text]))),
    CONSTRAINT ck_users_reachable CHECK (((email IS NOT NULL) OR (phone <> ''::text)))
);

CREATE TABLE public.work_chunks (
    work_id uuid NOT NULL,
    number integer NOT NULL,
    first_row integer NOT NULL,
    last_row integer NOT NULL,
    to_do text DEFAULT 'run'::text,
    done_at timestamp with time zone,
    undone_at timestamp with time zone,
    CONSTRAINT ck_work_chunks_to_do CHECK ((to_do = ANY (ARRAY['run'::text, 'invite'::text, 'undo'::text])))
);

ALTER TABLE ONLY public.audit_entries
    ADD CONSTRAINT pk_audit_entries PRIMARY KEY (id);

ALTER TABLE ONLY public.audit_redactions
    ADD CONSTRAINT pk_audit_redactions PRIMARY KEY (entry_id);

ALTER TABLE ONLY public.audit_seals
    ADD CONSTRAINT pk_audit_seals PRIMARY KEY (chain, "position");

ALTER TABLE ONLY public.batch_members
    ADD CONSTRAINT pk_batch_members PRIMARY KEY (batch_id, user_id);

ALTER TABLE ONLY public.batches
    ADD CONSTRAINT pk_batches PRIMARY KEY (id);

ALTER TABLE ONLY public.bulk_jobs
    ADD CONSTRAINT pk_bulk_jobs PRIMARY KEY (id);

ALTER TABLE ONLY public.bulk_rows
    ADD CONSTRAINT pk_bulk_rows PRIMARY KEY (job_id, "row");

ALTER TABLE ONLY public.captured_messages
    ADD CONSTRAINT pk_captured_messages PRIMARY KEY (message_id);

ALTER TABLE ONLY public.companies
    ADD CONSTRAINT pk_companies PRIMARY KEY (id);

ALTER TABLE ONLY public.company_daily_usage
    ADD CONSTRAINT pk_company_daily_usage PRIMARY KEY (company_id, day);

ALTER TABLE ONLY public.company_policies
    ADD CONSTRAINT pk_company_policies PRIMARY KEY (company_id);

ALTER TABLE ONLY public.email_changes
    ADD CONSTRAINT pk_email_changes PRIMARY KEY (company_id, user_id);

ALTER TABLE ONLY public.erasures
    ADD CONSTRAINT pk_erasures PRIMARY KEY (id);

ALTER TABLE ONLY public.factors
    ADD CONSTRAINT pk_factors PRIMARY KEY (id);

ALTER TABLE ONLY public.flows
    ADD CONSTRAINT pk_flows PRIMARY KEY (id);

ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT pk_idempotency_keys PRIMARY KEY (user_id, path, key);

ALTER TABLE ONLY public.import_changes
    ADD CONSTRAINT pk_import_changes PRIMARY KEY (import_id, number);

ALTER TABLE ONLY public.import_edits
    ADD CONSTRAINT pk_import_edits PRIMARY KEY (import_id, "row", change);

ALTER TABLE ONLY public.import_files
    ADD CONSTRAINT pk_import_files PRIMARY KEY (import_id);

ALTER TABLE ONLY public.import_layouts
    ADD CONSTRAINT pk_import_layouts PRIMARY KEY (company_id, header_digest);

ALTER TABLE ONLY public.import_problems
    ADD CONSTRAINT pk_import_problems PRIMARY KEY (import_id, field, message);

ALTER TABLE ONLY public.import_rows
    ADD CONSTRAINT pk_import_rows PRIMARY KEY (import_id, "row");

ALTER TABLE ONLY public.import_updates
    ADD CONSTRAINT pk_import_updates PRIMARY KEY (import_id, "row");

ALTER TABLE ONLY public.import_value_maps
    ADD CONSTRAINT pk_import_value_maps PRIMARY KEY (company_id, field, from_value);

ALTER TABLE ONLY public.imports
    ADD CONSTRAINT pk_imports PRIMARY KEY (id);

ALTER TABLE ONLY public.invitation_destinations
    ADD CONSTRAINT pk_invitation_destinations PRIMARY KEY (destination);

ALTER TABLE ONLY public.invitation_stops
    ADD CONSTRAINT pk_invitation_stops PRIMARY KEY (mailbox, company_id);

ALTER TABLE ONLY public.list_columns
    ADD CONSTRAINT pk_list_columns PRIMARY KEY (company_id, user_id);

ALTER TABLE ONLY public.login_failures
    ADD CONSTRAINT pk_login_failures PRIMARY KEY (email_mac, source);

ALTER TABLE ONLY public.messages
    ADD CONSTRAINT pk_messages PRIMARY KEY (id);

ALTER TABLE ONLY public.notifications
    ADD CONSTRAINT pk_notifications PRIMARY KEY (id);

ALTER TABLE ONLY public.recovery_codes
    ADD CONSTRAINT pk_recovery_codes PRIMARY KEY (company_id, user_id, code_mac);

ALTER TABLE ONLY public.refresh_tokens
    ADD CONSTRAINT pk_refresh_tokens PRIMARY KEY (token_hash);

ALTER TABLE ONLY public.remembered_devices
    ADD CONSTRAINT pk_remembered_devices PRIMARY KEY (device_hash, user_id);

ALTER TABLE ONLY public.saved_views
    ADD CONSTRAINT pk_saved_views PRIMARY KEY (id);

ALTER TABLE ONLY public.send_quotas
    ADD CONSTRAINT pk_send_quotas PRIMARY KEY (scope, subject, day);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT pk_sessions PRIMARY KEY (id);

ALTER TABLE ONLY public.shared_codes
    ADD CONSTRAINT pk_shared_codes PRIMARY KEY (subject);

ALTER TABLE ONLY public.signups
    ADD CONSTRAINT pk_signups PRIMARY KEY (flow_id);

ALTER TABLE ONLY public.spent_challenges
    ADD CONSTRAINT pk_spent_challenges PRIMARY KEY (challenge_hash);

ALTER TABLE ONLY public.sso_connections
    ADD CONSTRAINT pk_sso_connections PRIMARY KEY (id);

ALTER TABLE ONLY public.sso_domains
    ADD CONSTRAINT pk_sso_domains PRIMARY KEY (company_id, domain);

ALTER TABLE ONLY public.sso_identities
    ADD CONSTRAINT pk_sso_identities PRIMARY KEY (connection_id, issuer, subject);

ALTER TABLE ONLY public.sso_sessions
    ADD CONSTRAINT pk_sso_sessions PRIMARY KEY (id);

ALTER TABLE ONLY public.sso_states
    ADD CONSTRAINT pk_sso_states PRIMARY KEY (state_hash);

ALTER TABLE ONLY public.users
    ADD CONSTRAINT pk_users PRIMARY KEY (id);

ALTER TABLE ONLY public.work_chunks
    ADD CONSTRAINT pk_work_chunks PRIMARY KEY (work_id, number);

ALTER TABLE ONLY public.audit_seals
    ADD CONSTRAINT uq_audit_seals_entry_id UNIQUE (entry_id);

ALTER TABLE ONLY public.batches
    ADD CONSTRAINT uq_batches_company_id_id UNIQUE (company_id, id);

ALTER TABLE ONLY public.bulk_jobs
    ADD CONSTRAINT uq_bulk_jobs_company_id_id UNIQUE (company_id, id);

ALTER TABLE ONLY public.companies
    ADD CONSTRAINT uq_companies_slug UNIQUE (slug);

ALTER TABLE ONLY public.email_changes
    ADD CONSTRAINT uq_email_changes_token_hash UNIQUE (token_hash);

ALTER TABLE ONLY public.erasures
    ADD CONSTRAINT uq_erasures_company_id_user_id UNIQUE (company_id, user_id);

ALTER TABLE ONLY public.factors
    ADD CONSTRAINT uq_factors_credential_id UNIQUE (credential_id);

ALTER TABLE ONLY public.flows
    ADD CONSTRAINT uq_flows_secret_hash UNIQUE (secret_hash);

ALTER TABLE ONLY public.imports
    ADD CONSTRAINT uq_imports_company_id_id UNIQUE (company_id, id);

ALTER TABLE ONLY public.refresh_tokens
    ADD CONSTRAINT uq_refresh_tokens_session_id_generation UNIQUE (session_id, generation);

ALTER TABLE ONLY public.saved_views
    ADD CONSTRAINT uq_saved_views_company_id_owner_id_folded_name UNIQUE NULLS NOT DISTINCT (company_id, owner_id, folded_name);

ALTER TABLE ONLY public.sso_connections
    ADD CONSTRAINT uq_sso_connections_company_id_id UNIQUE (company_id, id);

ALTER TABLE ONLY public.sso_identities
    ADD CONSTRAINT uq_sso_identities_connection_id_issuer_user_id UNIQUE (connection_id, issuer, user_id);

ALTER TABLE ONLY public.sso_sessions
    ADD CONSTRAINT uq_sso_sessions_flow_id UNIQUE (flow_id);

ALTER TABLE ONLY public.sso_sessions
    ADD CONSTRAINT uq_sso_sessions_session_id UNIQUE (session_id);

ALTER TABLE ONLY public.users
    ADD CONSTRAINT uq_users_company_id_id UNIQUE (company_id, id);

ALTER TABLE ONLY public.users
    ADD CONSTRAINT uq_users_email UNIQUE (email);

CREATE INDEX ix_audit_entries_company_id_action_id ON public.audit_entries USING btree (company_id, action, id);

CREATE INDEX ix_audit_entries_company_id_id ON public.audit_entries USING btree (company_id, id);

CREATE INDEX ix_audit_entries_label ON public.audit_entries USING btree (company_id, lower(subject_label) COLLATE "C", id);

CREATE INDEX ix_audit_entries_subject ON public.audit_entries USING btree (company_id, subject_id, id);

CREATE INDEX ix_batch_figures_batch_id ON public.batch_figures USING btree (batch_id);

CREATE INDEX ix_batch_members_user_id ON public.batch_members USING btree (user_id);

CREATE INDEX ix_batches_open ON public.batches USING btree (company_id, id) WHERE (archived_at IS NULL);

CREATE INDEX ix_bulk_jobs_batch_id ON public.bulk_jobs USING btree (batch_id);

CREATE INDEX ix_bulk_jobs_started_by ON public.bulk_jobs USING btree (started_by);

CREATE INDEX ix_bulk_jobs_undone_by ON public.bulk_jobs USING btree (undone_by);

CREATE INDEX ix_bulk_jobs_unfinished ON public.bulk_jobs USING btree (touched_at) WHERE (state = ANY (ARRAY['processing'::text, 'undoing'::text]));

CREATE INDEX ix_bulk_rows_user_id ON public.bulk_rows USING btree (user_id);

CREATE INDEX ix_captured_messages_created_at ON public.captured_messages USING btree (created_at);

CREATE INDEX ix_captured_messages_recipient ON public.captured_messages USING btree (recipient);

CREATE INDEX ix_erasures_due ON public.erasures USING btree (next_at) WHERE (next_at IS NOT NULL);

CREATE INDEX ix_factors_company_id_user_id ON public.factors USING btree (company_id, user_id);

CREATE INDEX ix_flows_company_id_user_id ON public.flows USING btree (company_id, user_id);

CREATE INDEX ix_flows_expires_at ON public.flows USING btree (expires_at);

CREATE INDEX ix_idempotency_keys_company_id_user_id ON public.idempotency_keys USING btree (company_id, user_id);

CREATE INDEX ix_idempotency_keys_created_at ON public.idempotency_keys USING btree (created_at);

CREATE INDEX ix_import_batches_batch_id ON public.import_batches USING btree (batch_id);

CREATE INDEX ix_import_batches_import_id ON public.import_batches USING btree (import_id);

CREATE INDEX ix_import_changes_company_id_changed_by ON public.import_changes USING btree (company_id, changed_by);

CREATE INDEX ix_import_layouts_company_id_chosen_by ON public.import_layouts USING btree (company_id, chosen_by);

CREATE INDEX ix_import_rows_of_accounts ON public.import_rows USING btree (import_id, change, "row") WHERE (change IS NOT NULL);

CREATE INDEX ix_import_rows_remarkable ON public.import_rows USING btree (import_id, status, "row") WHERE (status <> 'valid'::text);

CREATE INDEX ix_import_updates_user_id ON public.import_updates USING btree (user_id);

CREATE INDEX ix_import_value_maps_company_id_chosen_by ON public.import_value_maps USING btree (company_id, chosen_by);

CREATE INDEX ix_imports_by_content ON public.imports USING btree (company_id, content_digest, id);

CREATE INDEX ix_imports_by_day ON public.imports USING btree (company_id, created_at);

CREATE INDEX ix_imports_by_starter ON public.imports USING btree (company_id, started_by, id);

CREATE INDEX ix_imports_by_state ON public.imports USING btree (company_id, state, id);

CREATE INDEX ix_imports_invited_by ON public.imports USING btree (invited_by);

CREATE INDEX ix_imports_started_by ON public.imports USING btree (started_by);

CREATE INDEX ix_imports_to_invite ON public.imports USING btree (invite_at) WHERE (invite_at IS NOT NULL);

CREATE INDEX ix_imports_undone_by ON public.imports USING btree (undone_by);

CREATE INDEX ix_imports_unfinished ON public.imports USING btree (touched_at) WHERE (state = ANY (ARRAY['validating'::text, 'processing'::text, 'undoing'::text]));

CREATE INDEX ix_imports_uploaded_by ON public.imports USING btree (uploaded_by);

CREATE INDEX ix_invitation_destinations_day ON public.invitation_destinations USING btree (day);

CREATE INDEX ix_invitation_stops_company_id ON public.invitation_stops USING btree (company_id);

CREATE INDEX ix_login_failures_last_failed_at ON public.login_failures USING btree (last_failed_at);

CREATE INDEX ix_login_failures_source ON public.login_failures USING btree (source);

CREATE INDEX ix_messages_due ON public.messages USING btree (next_attempt_at) WHERE ((next_attempt_at IS NOT NULL) AND (kind <> 'invitation'::text));

CREATE INDEX ix_messages_due_invitations ON public.messages USING btree (company_id, next_attempt_at) WHERE ((next_attempt_at IS NOT NULL) AND (kind = 'invitation'::text));

CREATE INDEX ix_messages_to_remind ON public.messages USING btree (remind_at) WHERE (remind_at IS NOT NULL);

CREATE INDEX ix_messages_user_id ON public.messages USING btree (user_id);

CREATE INDEX ix_notifications_company_id_user_id_created_at ON public.notifications USING btree (company_id, user_id, created_at);

CREATE INDEX ix_notifications_created_at ON public.notifications USING btree (created_at);

CREATE INDEX ix_remembered_devices_company_id_user_id ON public.remembered_devices USING btree (company_id, user_id);

CREATE INDEX ix_remembered_devices_expires_at ON public.remembered_devices USING btree (expires_at);

CREATE INDEX ix_saved_views_company_id_created_by ON public.saved_views USING btree (company_id, created_by);

CREATE INDEX ix_send_quotas_day ON public.send_quotas USING btree (day);

CREATE INDEX ix_sessions_absolute_expires_at ON public.sessions USING btree (absolute_expires_at);

CREATE INDEX ix_sessions_company_id_user_id ON public.sessions USING btree (company_id, user_id);

CREATE INDEX ix_shared_codes_made_at ON public.shared_codes USING btree (made_at);

CREATE INDEX ix_signups_applies_to ON public.signups USING btree (applies_to);

CREATE INDEX ix_signups_email ON public.signups USING btree (email);

CREATE INDEX ix_spent_challenges_expires_at ON public.spent_challenges USING btree (expires_at);

CREATE INDEX ix_sso_domains_check_at ON public.sso_domains USING btree (check_at) WHERE (proved_at IS NOT NULL);

CREATE INDEX ix_sso_domains_company_id_connection_id ON public.sso_domains USING btree (company_id, connection_id);

CREATE INDEX ix_sso_identities_company_id_user_id ON public.sso_identities USING btree (company_id, user_id);

CREATE INDEX ix_sso_sessions_connection_id_sid ON public.sso_sessions USING btree (connection_id, sid);

CREATE INDEX ix_sso_sessions_connection_id_subject ON public.sso_sessions USING btree (connection_id, subject);

CREATE INDEX ix_sso_states_company_id_connection_id ON public.sso_states USING btree (company_id, connection_id);

CREATE INDEX ix_sso_states_expires_at ON public.sso_states USING btree (expires_at);

CREATE INDEX ix_users_by_label ON public.users USING btree (company_id, label, id);

CREATE INDEX ix_users_by_name ON public.users USING btree (company_id, sort_name, id);

CREATE INDEX ix_users_by_profile ON public.users USING btree (company_id, profile, id);

CREATE UNIQUE INDEX ix_users_code ON public.users USING btree (company_id, code) WHERE (code IS NOT NULL);

CREATE INDEX ix_users_company_id_last_sign_in_at ON public.users USING btree (company_id, last_sign_in_at) WHERE (last_sign_in_at IS NOT NULL);

CREATE INDEX ix_users_company_id_phone ON public.users USING btree (company_id, phone);

CREATE INDEX ix_users_company_id_work_location ON public.users USING btree (company_id, work_location);

CREATE INDEX ix_users_invited ON public.users USING btree (company_id, invitation, temporary_password_expires_at, id) WHERE (invitation = ANY (ARRAY['queued'::text, 'sent'::text, 'failed'::text]));

CREATE INDEX ix_users_phone_without_email ON public.users USING btree (phone) WHERE (email IS NULL);

CREATE INDEX ix_users_search ON public.users USING gin (company_id, ((((((sort_name || ' '::text) || COALESCE(email, ''::text)) || ' '::text) || phone) || COALESCE((' '::text || lower(code)), ''::text))) public.gin_trgm_ops);

CREATE INDEX ix_users_verified_phone ON public.users USING btree (phone) WHERE (phone_verified_at IS NOT NULL);

CREATE INDEX ix_work_chunks_to_do ON public.work_chunks USING btree (to_do, work_id, number) WHERE (to_do IS NOT NULL);

CREATE UNIQUE INDEX uq_batches_code ON public.batches USING btree (company_id, folded_code) WHERE (folded_code <> ''::text);

CREATE UNIQUE INDEX uq_batches_name ON public.batches USING btree (company_id, folded_name) WHERE (folded_name <> ''::text);

CREATE UNIQUE INDEX uq_notifications_about ON public.notifications USING btree (about, kind, user_id) WHERE (about IS NOT NULL);

CREATE UNIQUE INDEX uq_sso_domains_proved ON public.sso_domains USING btree (domain) WHERE (proved_at IS NOT NULL);

CREATE TRIGGER about_of_imports AFTER INSERT OR UPDATE OF company_id, about ON public.notifications FOR EACH ROW WHEN ((new.about IS NOT NULL)) EXECUTE FUNCTION public.waymark_refuse_other_company('about', 'imports');

CREATE TRIGGER about_of_messages AFTER INSERT OR UPDATE OF company_id, about ON public.notifications FOR EACH ROW WHEN ((new.about IS NOT NULL)) EXECUTE FUNCTION public.waymark_refuse_other_company('about', 'messages');

CREATE TRIGGER actor_id_of_users AFTER UPDATE OF company_id, actor_id ON public.audit_entries FOR EACH ROW WHEN ((new.actor_id IS NOT NULL)) EXECUTE FUNCTION public.waymark_refuse_other_company('actor_id', 'users');

CREATE TRIGGER check_companies AFTER INSERT ON public.users REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION public.waymark_check_companies();

CREATE TRIGGER check_company AFTER UPDATE OF company_id ON public.users FOR EACH ROW WHEN ((new.company_id <> old.company_id)) EXECUTE FUNCTION public.waymark_check_company();

CREATE TRIGGER check_imports AFTER INSERT ON public.batch_members REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION public.waymark_check_member_imports();

CREATE TRIGGER check_imports AFTER INSERT ON public.messages REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION public.waymark_check_message_imports();

CREATE TRIGGER check_named AFTER INSERT ON public.audit_entries REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION public.waymark_check_audit_entries();

CREATE TRIGGER count_added AFTER INSERT ON public.batch_members REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION public.waymark_count_added_members();

CREATE TRIGGER count_in_batches AFTER UPDATE ON public.users REFERENCING OLD TABLE AS earlier NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.waymark_count_changed_people();

CREATE TRIGGER count_removed AFTER DELETE ON public.batch_members REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public.waymark_count_removed_members();

CREATE TRIGGER delete_bulk_rows AFTER DELETE ON public.bulk_jobs FOR EACH ROW EXECUTE FUNCTION public.waymark_delete_bulk_rows();

CREATE TRIGGER delete_import_rows AFTER DELETE ON public.imports FOR EACH ROW EXECUTE FUNCTION public.waymark_delete_import_rows();

CREATE TRIGGER delete_users AFTER DELETE ON public.companies FOR EACH ROW EXECUTE FUNCTION public.waymark_keep_no_users();

CREATE TRIGGER flow_id_of_flows AFTER INSERT OR UPDATE OF company_id, flow_id ON public.messages FOR EACH ROW WHEN ((new.flow_id IS NOT NULL)) EXECUTE FUNCTION public.waymark_refuse_other_company('flow_id', 'flows');

CREATE TRIGGER import_id_of_imports AFTER UPDATE OF company_id, import_id ON public.batch_members FOR EACH ROW WHEN ((new.import_id IS NOT NULL)) EXECUTE FUNCTION public.waymark_refuse_other_company('import_id', 'imports');

CREATE TRIGGER import_id_of_imports AFTER UPDATE OF company_id, import_id ON public.messages FOR EACH ROW WHEN ((new.import_id IS NOT NULL)) EXECUTE FUNCTION public.waymark_refuse_other_company('import_id', 'imports');

CREATE TRIGGER keep_companies AFTER TRUNCATE ON public.companies FOR EACH STATEMENT EXECUTE FUNCTION public.waymark_keep_no_users();

CREATE TRIGGER keep_id AFTER UPDATE OF id ON public.companies FOR EACH ROW WHEN ((new.id <> old.id)) EXECUTE FUNCTION public.waymark_keep_no_users();

CREATE TRIGGER message_id_of_messages AFTER INSERT OR UPDATE OF company_id, message_id ON public.flows FOR EACH ROW WHEN ((new.message_id IS NOT NULL)) EXECUTE FUNCTION public.waymark_refuse_other_company('message_id', 'messages');

CREATE TRIGGER other_message_id_of_messages AFTER INSERT OR UPDATE OF company_id, other_message_id ON public.flows FOR EACH ROW WHEN ((new.other_message_id IS NOT NULL)) EXECUTE FUNCTION public.waymark_refuse_other_company('other_message_id', 'messages');

CREATE TRIGGER remove_from_batches AFTER DELETE ON public.users REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION public.waymark_remove_deleted_people();

CREATE TRIGGER subject_id_of_batches AFTER UPDATE OF company_id, subject_id ON public.audit_entries FOR EACH ROW WHEN ((new.subject_id IS NOT NULL)) EXECUTE FUNCTION public.waymark_refuse_other_company('subject_id', 'batches');

CREATE TRIGGER subject_id_of_imports AFTER UPDATE OF company_id, subject_id ON public.audit_entries FOR EACH ROW WHEN ((new.subject_id IS NOT NULL)) EXECUTE FUNCTION public.waymark_refuse_other_company('subject_id', 'imports');

CREATE TRIGGER subject_id_of_sessions AFTER UPDATE OF company_id, subject_id ON public.audit_entries FOR EACH ROW WHEN ((new.subject_id IS NOT NULL)) EXECUTE FUNCTION public.waymark_refuse_other_company('subject_id', 'sessions');

CREATE TRIGGER subject_id_of_users AFTER UPDATE OF company_id, subject_id ON public.audit_entries FOR EACH ROW WHEN ((new.subject_id IS NOT NULL)) EXECUTE FUNCTION public.waymark_refuse_other_company('subject_id', 'users');

CREATE TRIGGER user_id_of_users AFTER UPDATE OF company_id, user_id ON public.batch_members FOR EACH ROW EXECUTE FUNCTION public.waymark_refuse_other_company('user_id', 'users');

CREATE TRIGGER user_id_of_users AFTER INSERT OR UPDATE OF company_id, user_id ON public.erasures FOR EACH ROW EXECUTE FUNCTION public.waymark_refuse_other_company('user_id', 'users');

ALTER TABLE ONLY public.audit_entries
    ADD CONSTRAINT fk_audit_entries_company_id FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.batch_figures
    ADD CONSTRAINT fk_batch_figures_company_id_batch_id FOREIGN KEY (company_id, batch_id) REFERENCES public.batches(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.batch_members
    ADD CONSTRAINT fk_batch_members_company_id_batch_id FOREIGN KEY (company_id, batch_id) REFERENCES public.batches(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.batches
    ADD CONSTRAINT fk_batches_company_id FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.bulk_jobs
    ADD CONSTRAINT fk_bulk_jobs_company_id FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.bulk_jobs
    ADD CONSTRAINT fk_bulk_jobs_company_id_batch_id FOREIGN KEY (company_id, batch_id) REFERENCES public.batches(company_id, id) ON DELETE SET NULL (batch_id);

ALTER TABLE ONLY public.bulk_jobs
    ADD CONSTRAINT fk_bulk_jobs_company_id_started_by FOREIGN KEY (company_id, started_by) REFERENCES public.users(company_id, id) ON DELETE SET NULL (started_by);

ALTER TABLE ONLY public.bulk_jobs
    ADD CONSTRAINT fk_bulk_jobs_company_id_undone_by FOREIGN KEY (company_id, undone_by) REFERENCES public.users(company_id, id) ON DELETE SET NULL (undone_by);

ALTER TABLE ONLY public.company_daily_usage
    ADD CONSTRAINT fk_company_daily_usage_company_id FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.company_policies
    ADD CONSTRAINT fk_company_policies_company_id FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.email_changes
    ADD CONSTRAINT fk_email_changes_company_id_user_id FOREIGN KEY (company_id, user_id) REFERENCES public.users(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.erasures
    ADD CONSTRAINT fk_erasures_company_id FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.factors
    ADD CONSTRAINT fk_factors_company_id_user_id FOREIGN KEY (company_id, user_id) REFERENCES public.users(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.flows
    ADD CONSTRAINT fk_flows_company_id_user_id FOREIGN KEY (company_id, user_id) REFERENCES public.users(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT fk_idempotency_keys_company_id_user_id FOREIGN KEY (company_id, user_id) REFERENCES public.users(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.import_batches
    ADD CONSTRAINT fk_import_batches_company_id_batch_id FOREIGN KEY (company_id, batch_id) REFERENCES public.batches(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.import_batches
    ADD CONSTRAINT fk_import_batches_company_id_import_id FOREIGN KEY (company_id, import_id) REFERENCES public.imports(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.import_changes
    ADD CONSTRAINT fk_import_changes_company_id_changed_by FOREIGN KEY (company_id, changed_by) REFERENCES public.users(company_id, id) ON DELETE SET NULL (changed_by);

ALTER TABLE ONLY public.import_changes
    ADD CONSTRAINT fk_import_changes_company_id_import_id FOREIGN KEY (company_id, import_id) REFERENCES public.imports(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.import_edits
    ADD CONSTRAINT fk_import_edits_import_id_change FOREIGN KEY (import_id, change) REFERENCES public.import_changes(import_id, number) ON DELETE CASCADE;

ALTER TABLE ONLY public.import_files
    ADD CONSTRAINT fk_import_files_import_id FOREIGN KEY (import_id) REFERENCES public.imports(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.import_layouts
    ADD CONSTRAINT fk_import_layouts_company_id FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.import_layouts
    ADD CONSTRAINT fk_import_layouts_company_id_chosen_by FOREIGN KEY (company_id, chosen_by) REFERENCES public.users(company_id, id) ON DELETE SET NULL (chosen_by);

ALTER TABLE ONLY public.import_updates
    ADD CONSTRAINT fk_import_updates_import_id FOREIGN KEY (import_id) REFERENCES public.imports(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.import_value_maps
    ADD CONSTRAINT fk_import_value_maps_company_id FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.import_value_maps
    ADD CONSTRAINT fk_import_value_maps_company_id_chosen_by FOREIGN KEY (company_id, chosen_by) REFERENCES public.users(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.imports
    ADD CONSTRAINT fk_imports_company_id FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.imports
    ADD CONSTRAINT fk_imports_company_id_invited_by FOREIGN KEY (company_id, invited_by) REFERENCES public.users(company_id, id) ON DELETE SET NULL (invited_by);

ALTER TABLE ONLY public.imports
    ADD CONSTRAINT fk_imports_company_id_started_by FOREIGN KEY (company_id, started_by) REFERENCES public.users(company_id, id) ON DELETE SET NULL (started_by);

ALTER TABLE ONLY public.imports
    ADD CONSTRAINT fk_imports_company_id_undone_by FOREIGN KEY (company_id, undone_by) REFERENCES public.users(company_id, id) ON DELETE SET NULL (undone_by);

ALTER TABLE ONLY public.imports
    ADD CONSTRAINT fk_imports_company_id_uploaded_by FOREIGN KEY (company_id, uploaded_by) REFERENCES public.users(company_id, id) ON DELETE SET NULL (uploaded_by);

ALTER TABLE ONLY public.invitation_stops
    ADD CONSTRAINT fk_invitation_stops_company_id FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.list_columns
    ADD CONSTRAINT fk_list_columns_company_id_user_id FOREIGN KEY (company_id, user_id) REFERENCES public.users(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.messages
    ADD CONSTRAINT fk_messages_company_id_user_id FOREIGN KEY (company_id, user_id) REFERENCES public.users(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.notifications
    ADD CONSTRAINT fk_notifications_company_id_user_id FOREIGN KEY (company_id, user_id) REFERENCES public.users(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.recovery_codes
    ADD CONSTRAINT fk_recovery_codes_company_id_user_id FOREIGN KEY (company_id, user_id) REFERENCES public.users(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.refresh_tokens
    ADD CONSTRAINT fk_refresh_tokens_session_id FOREIGN KEY (session_id) REFERENCES public.sessions(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.remembered_devices
    ADD CONSTRAINT fk_remembered_devices_company_id_user_id FOREIGN KEY (company_id, user_id) REFERENCES public.users(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.saved_views
    ADD CONSTRAINT fk_saved_views_company_id FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.saved_views
    ADD CONSTRAINT fk_saved_views_company_id_created_by FOREIGN KEY (company_id, created_by) REFERENCES public.users(company_id, id) ON DELETE SET NULL (created_by);

ALTER TABLE ONLY public.saved_views
    ADD CONSTRAINT fk_saved_views_company_id_owner_id FOREIGN KEY (company_id, owner_id) REFERENCES public.users(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT fk_sessions_company_id_user_id FOREIGN KEY (company_id, user_id) REFERENCES public.users(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.signups
    ADD CONSTRAINT fk_signups_applies_to FOREIGN KEY (applies_to) REFERENCES public.companies(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.signups
    ADD CONSTRAINT fk_signups_flow_id FOREIGN KEY (flow_id) REFERENCES public.flows(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.sso_connections
    ADD CONSTRAINT fk_sso_connections_company_id FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.sso_domains
    ADD CONSTRAINT fk_sso_domains_company_id_connection_id FOREIGN KEY (company_id, connection_id) REFERENCES public.sso_connections(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.sso_identities
    ADD CONSTRAINT fk_sso_identities_company_id_connection_id FOREIGN KEY (company_id, connection_id) REFERENCES public.sso_connections(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.sso_identities
    ADD CONSTRAINT fk_sso_identities_company_id_user_id FOREIGN KEY (company_id, user_id) REFERENCES public.users(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.sso_sessions
    ADD CONSTRAINT fk_sso_sessions_connection_id FOREIGN KEY (connection_id) REFERENCES public.sso_connections(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.sso_sessions
    ADD CONSTRAINT fk_sso_sessions_flow_id FOREIGN KEY (flow_id) REFERENCES public.flows(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.sso_sessions
    ADD CONSTRAINT fk_sso_sessions_session_id FOREIGN KEY (session_id) REFERENCES public.sessions(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.sso_states
    ADD CONSTRAINT fk_sso_states_company_id_connection_id FOREIGN KEY (company_id, connection_id) REFERENCES public.sso_connections(company_id, id) ON DELETE CASCADE;
