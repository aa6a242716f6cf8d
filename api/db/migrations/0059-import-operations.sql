-- A form that is sent twice with the same file is one import.
ALTER TABLE imports ADD COLUMN operation_id uuid, ADD COLUMN sha256 text;
CREATE UNIQUE INDEX imports_operation ON imports (operation_id, sha256);
