-- Files that no offer may own any more: they are being removed, or their account is deleted. The release
-- before marks none, and goes on removing what is due.
ALTER TABLE unowned_offer_files ADD COLUMN is_abandoned boolean NOT NULL DEFAULT false;
