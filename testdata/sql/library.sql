-- The library's tables.

CREATE SCHEMA IF NOT EXISTS lending;

SET search_path TO lending;

-- Who may borrow.
CREATE TABLE lending.members (
    id bigint PRIMARY KEY,
    name text NOT NULL, -- as on the card
    joined date DEFAULT now()
);

CREATE TABLE IF NOT EXISTS loans (
    member_id bigint REFERENCES members (id),
    book_id bigint NOT NULL,
    due date,
    PRIMARY KEY (member_id, book_id)
);

CREATE UNIQUE INDEX loans_due ON loans (due);

CREATE TYPE shelf_state AS ENUM ('open', 'closed');

/* Books that should be back. */
CREATE OR REPLACE VIEW overdue AS
SELECT m.name, l.due
FROM members m
JOIN loans l ON l.member_id = m.id
WHERE l.due < CURRENT_DATE;

CREATE MATERIALIZED VIEW busy AS
SELECT member_id, count(*) AS books
FROM loans
GROUP BY member_id;

CREATE SEQUENCE card_numbers START WITH 1000;

-- Counts what a member has at home.
CREATE FUNCTION at_home(who bigint) RETURNS bigint AS $$
    SELECT count(*) FROM loans WHERE member_id = who;
$$ LANGUAGE sql;

CREATE OR REPLACE FUNCTION remind() RETURNS trigger AS $body$
BEGIN
    INSERT INTO reminders (member_id) VALUES (NEW.member_id);
    RETURN NEW;
END;
$body$ LANGUAGE plpgsql;

CREATE TRIGGER loan_added AFTER INSERT ON loans
    FOR EACH ROW EXECUTE FUNCTION remind();

CREATE ROLE librarian;

CREATE DATABASE archive;

CREATE EXTENSION IF NOT EXISTS pgcrypto;

ALTER TABLE members ADD COLUMN email text;

INSERT INTO members (id, name) VALUES
    (1, 'Ann'),
    (2, 'Ben');

-- The busiest members first.
WITH ranked AS (
    SELECT member_id, count(*) AS n FROM loans GROUP BY member_id
)
SELECT m.name, r.n
FROM ranked r
JOIN members m ON m.id = r.member_id
ORDER BY r.n DESC;

UPDATE loans SET due = due + 7 WHERE member_id = 1;

DROP TABLE IF EXISTS old_loans;
