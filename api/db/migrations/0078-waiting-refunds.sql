-- Why a refund that waits was not taken by its provider, or not found there, at the last attempt. Null
-- once its outcome is known; the release before, which may still be sending some, leaves it as it is.
ALTER TABLE refunds ADD COLUMN last_error text;
