-- When a payer asked to cancel a deposit. Its provider then closes the page, and reports that it has
-- expired, which without this would not be told from one that nobody cancelled.
ALTER TABLE deposits ADD COLUMN cancel_requested_at timestamptz;

-- When a provider first reported that a pending deposit's page is closed, as after a SEPA mandate:
-- such a deposit can neither be continued nor cancelled. A release that does not know the column
-- leaves it null, and the provider is asked before either.
ALTER TABLE deposits ADD COLUMN page_closed_at timestamptz;
