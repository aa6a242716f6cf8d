-- What the desk's lists are searched and filtered by when they are long.

-- Products that are not for sale, which the shop's search does not know: the newest, and by any part
-- of their titles and address (findUnlisted has this expression).
CREATE INDEX products_unlisted_newest ON products (id) WHERE status <> 'published';
CREATE INDEX products_unlisted_text ON products
  USING gin ((titles::text || ' ' || slug) gin_trgm_ops) WHERE status <> 'published';

CREATE INDEX users_disabled ON users (id) WHERE disabled_at IS NOT NULL;
CREATE INDEX users_deleted ON users (id) WHERE deleted_at IS NOT NULL;
CREATE INDEX users_verified ON users (id) WHERE verification_status = 'approved';

-- The log by its subject alone too, by its kind, by its days, and by a part of a reason.
DROP INDEX audit_log_subject;
CREATE INDEX audit_log_subject ON audit_log (subject_id, subject_kind, id DESC);
CREATE INDEX audit_log_kind ON audit_log (subject_kind, id DESC);
CREATE INDEX audit_log_time ON audit_log USING brin (at);
CREATE INDEX audit_log_reason ON audit_log USING gin (reason gin_trgm_ops) WHERE reason IS NOT NULL;

CREATE INDEX contact_messages_text ON contact_messages USING gin ((
  coalesce(reference, '') || ' ' || coalesce(details->>'email', '') || ' ' ||
  coalesce(details->>'first_name', '') || ' ' || coalesce(details->>'last_name', '') || ' ' ||
  message) gin_trgm_ops);
CREATE INDEX newsletter_subscribers_email ON newsletter_subscribers USING gin (email gin_trgm_ops);
