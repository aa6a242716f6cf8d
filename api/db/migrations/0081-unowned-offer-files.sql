-- Keys of files that no offer may own: those of deleted offers, and those of uploads whose offer is not
-- there yet. From `due_at` on a job removes the files, unless an offer owns them by then.
CREATE TABLE unowned_offer_files (
  file_key text PRIMARY KEY,
  due_at timestamptz NOT NULL
);
CREATE INDEX unowned_offer_files_due ON unowned_offer_files (due_at);
