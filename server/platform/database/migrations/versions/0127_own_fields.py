"""The fields that companies make for their people, and the values of these."""

from typing import Final

from alembic import op

revision = "0127"
down_revision = "0126"

TABLES: Final = (
    "ALTER TABLE companies ADD COLUMN fields_version bigint DEFAULT 0 NOT NULL",
    """
    CREATE TABLE company_fields (
        company_id uuid NOT NULL,
        number smallint NOT NULL,
        key text COLLATE "C" NOT NULL,
        label text NOT NULL,
        kind text NOT NULL,
        folded_label text COLLATE "C" NOT NULL,
        help text,
        required_for text[] NOT NULL,
        viewers text[] NOT NULL,
        editors text[] NOT NULL,
        is_own_view boolean NOT NULL,
        is_own_edit boolean NOT NULL,
        is_sensitive boolean NOT NULL,
        is_unique boolean NOT NULL,
        is_keyed boolean NOT NULL,
        is_ready boolean DEFAULT true NOT NULL,
        position smallint NOT NULL,
        archived_at timestamptz,
        version bigint DEFAULT 1 NOT NULL,
        CONSTRAINT pk_company_fields PRIMARY KEY (company_id, number),
        CONSTRAINT uq_company_fields_company_id_key UNIQUE (company_id, key),
        CONSTRAINT uq_company_fields_company_id_folded_label UNIQUE (company_id, folded_label),
        CONSTRAINT fk_company_fields_company_id FOREIGN KEY (company_id) REFERENCES companies (id) ON DELETE CASCADE
    )
    """,
    "CREATE INDEX ix_company_fields_unready ON company_fields (company_id, number) WHERE NOT is_ready",
    """
    CREATE TABLE field_choices (
        company_id uuid NOT NULL,
        field smallint NOT NULL,
        number smallint NOT NULL,
        position smallint NOT NULL,
        label text NOT NULL,
        folded_label text COLLATE "C" NOT NULL,
        is_archived boolean DEFAULT false NOT NULL,
        CONSTRAINT pk_field_choices PRIMARY KEY (company_id, field, number),
        CONSTRAINT fk_field_choices_company_id_field
            FOREIGN KEY (company_id, field) REFERENCES company_fields (company_id, number) ON DELETE CASCADE
    )
    """,
    """
    CREATE TABLE person_fields (
        company_id uuid NOT NULL,
        user_id uuid NOT NULL,
        own_values jsonb NOT NULL
            CONSTRAINT ck_person_fields_own_values CHECK (octet_length(CAST(own_values AS text)) <= 16384),
        CONSTRAINT pk_person_fields PRIMARY KEY (company_id, user_id)
    )
    """,
    """
    CREATE INDEX ix_person_fields_own_values ON person_fields
     USING gin (company_id, own_values jsonb_path_ops) WITH (fastupdate = off)
    """,
    """
    CREATE TABLE field_keys (
        company_id uuid NOT NULL,
        field smallint NOT NULL,
        user_id uuid NOT NULL,
        text_key text COLLATE "C" NOT NULL,
        number_key numeric,
        is_unique boolean NOT NULL,
        CONSTRAINT pk_field_keys PRIMARY KEY (company_id, field, user_id)
    )
    """,
    """
    CREATE INDEX ix_field_keys_number ON field_keys (company_id, field, number_key, user_id)
     WHERE number_key IS NOT NULL
    """,
    """
    CREATE INDEX ix_field_keys_text ON field_keys (company_id, field, text_key, user_id)
     WHERE number_key IS NULL
    """,
    "CREATE UNIQUE INDEX uq_field_keys_unique ON field_keys (company_id, field, text_key) WHERE is_unique",
    "CREATE INDEX ix_field_keys_company_id_user_id ON field_keys (company_id, user_id)",
)
KEYS: Final = """
    CREATE FUNCTION waymark_field_keys(of_company uuid, own_values jsonb)
    RETURNS TABLE (field smallint, text_key text, number_key numeric, is_unique boolean) LANGUAGE sql STABLE AS $$
        SELECT f.number,
               CASE f.kind WHEN 'text' THEN left(coalesce(nullif(waymark_fold(given.value), ''), given.value), 200)
                           ELSE given.value END,
               CASE f.kind WHEN 'number' THEN CAST(given.value AS numeric)
                           WHEN 'date' THEN CAST(CAST(given.value AS date) - DATE '1970-01-01' AS numeric) END,
               f.is_unique
          FROM company_fields f CROSS JOIN LATERAL (SELECT own_values ->> CAST(f.number AS text) AS value) AS given
         WHERE f.company_id = of_company AND (f.is_keyed OR f.is_unique) AND given.value IS NOT NULL
    $$
"""
# Each insert and update is checked as a whole; a company without such fields pays one look.
WRITE: Final = """
    CREATE FUNCTION waymark_write_field_keys() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF EXISTS (SELECT FROM company_fields f WHERE f.company_id IN (SELECT DISTINCT company_id FROM written)
                          AND (f.is_keyed OR f.is_unique)) THEN
                EXECUTE $query$
                    DELETE FROM field_keys k USING written w
                     WHERE k.company_id = w.company_id AND k.user_id = w.user_id
                       AND NOT w.own_values ? CAST(k.field AS text)
                $query$;
                EXECUTE $query$
                    INSERT INTO field_keys AS k (company_id, field, user_id, text_key, number_key, is_unique)
                    SELECT w.company_id, made.field, w.user_id, made.text_key, made.number_key, made.is_unique
                      FROM written w CROSS JOIN LATERAL waymark_field_keys(w.company_id, w.own_values) AS made
                    ON CONFLICT (company_id, field, user_id) DO UPDATE
                       SET text_key = excluded.text_key, number_key = excluded.number_key,
                           is_unique = excluded.is_unique
                     WHERE (k.text_key, k.number_key, k.is_unique)
                        IS DISTINCT FROM (excluded.text_key, excluded.number_key, excluded.is_unique)
                $query$;
            END IF;
            RETURN NULL;
        END $$
"""
CHECK: Final = """
    CREATE FUNCTION waymark_check_people_with_fields() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF EXISTS (SELECT FROM written w LEFT JOIN users u ON u.company_id = w.company_id AND u.id = w.user_id
                        WHERE u.id IS NULL) THEN
                RAISE foreign_key_violation USING
                    CONSTRAINT = 'fk_person_fields_company_id_user_id', TABLE = 'person_fields',
                    MESSAGE = 'person_fields.user_id names a person that the company does not have';
            END IF;
            RETURN NULL;
        END $$
"""
REMOVE: Final = """
    CREATE FUNCTION waymark_remove_fields_of_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            EXECUTE $query$
                DELETE FROM person_fields p USING deleted u WHERE p.company_id = u.company_id AND p.user_id = u.id
            $query$;
            EXECUTE $query$
                DELETE FROM field_keys k USING deleted u WHERE k.company_id = u.company_id AND k.user_id = u.id
            $query$;
            RETURN NULL;
        END $$
"""
TRIGGERS: Final = (
    """
    CREATE TRIGGER check_people AFTER INSERT ON person_fields REFERENCING NEW TABLE AS written
       FOR EACH STATEMENT EXECUTE FUNCTION waymark_check_people_with_fields()
    """,
    """
    CREATE TRIGGER write_keys AFTER INSERT ON person_fields REFERENCING NEW TABLE AS written
       FOR EACH STATEMENT EXECUTE FUNCTION waymark_write_field_keys()
    """,
    """
    CREATE TRIGGER write_changed_keys AFTER UPDATE ON person_fields REFERENCING NEW TABLE AS written
       FOR EACH STATEMENT EXECUTE FUNCTION waymark_write_field_keys()
    """,
    """
    CREATE TRIGGER user_id_of_users AFTER UPDATE OF company_id, user_id ON person_fields
       FOR EACH ROW EXECUTE FUNCTION waymark_refuse_other_company('user_id', 'users')
    """,
    """
    CREATE TRIGGER user_id_of_users AFTER UPDATE OF company_id, user_id ON field_keys
       FOR EACH ROW EXECUTE FUNCTION waymark_refuse_other_company('user_id', 'users')
    """,
    """
    CREATE TRIGGER remove_fields AFTER DELETE ON users REFERENCING OLD TABLE AS deleted
       FOR EACH STATEMENT EXECUTE FUNCTION waymark_remove_fields_of_deleted()
    """,
)


def upgrade() -> None:
    for statement in (*TABLES, KEYS, WRITE, CHECK, REMOVE, *TRIGGERS):
        op.execute(statement)
