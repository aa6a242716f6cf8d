-- Which of the sender's orders a statement of withdrawal names, by their numbers anywhere in its text,
-- as they were when it was received (docs/decisions/0045). Null for one that names none of them, and
-- for a list of more than five numbers: such texts describe. The database reads them, so that
-- statements which the release before receives have them too. Which orders a statement holds is then
-- found by index, and no longer by every text for every order.
ALTER TABLE withdrawals ADD COLUMN order_ids bigint[];

-- Beside other words, only orders that could be withdrawn from then: another number is a date or a
-- price. No period is longer than 21 days; its exact end, by working days, is the program's
-- (domain/withdrawal.ts).
CREATE FUNCTION orders_named(contract text, buyer bigint, received timestamptz) RETURNS bigint[]
LANGUAGE sql STABLE AS $$
  SELECT array_agg(id ORDER BY id) FROM orders
  WHERE user_id = buyer
    AND (contract ~ '^\s*#?[0-9]+[.\s]*$'
      OR NOT predates_consent AND created_at > received - interval '21 days'
        AND (consented_at IS NULL OR consented_at > received)
        AND (refunded_at IS NULL OR refunded_at > received))
    AND regexp_count(contract, '[0-9]+') <= 5
    AND id IN (
      SELECT digits[1]::bigint
      FROM regexp_matches(contract, '(?<![0-9])0*([0-9]{1,15})(?![0-9])', 'g') AS digits)
$$;

CREATE FUNCTION name_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.order_ids := orders_named(NEW.contract, NEW.user_id, NEW.received_at);
  RETURN NEW;
END $$;
CREATE TRIGGER name_orders BEFORE INSERT ON withdrawals FOR EACH ROW
  WHEN (NEW.subject = 'order') EXECUTE FUNCTION name_orders();

-- Without the pending list: it would be read for every order until it is merged.
CREATE INDEX withdrawals_named ON withdrawals USING gin (order_ids) WITH (fastupdate = off)
  WHERE status = 'review';
CREATE INDEX withdrawals_described ON withdrawals (user_id, received_at)
  WHERE status = 'review' AND subject = 'order' AND order_ids IS NULL AND confirmed_at IS NOT NULL;

-- Only undecided ones hold orders: found by `withdrawals_waiting`, however many were decided. Clocks
-- may differ by a minute.
UPDATE withdrawals SET order_ids = (
  SELECT array_agg(id ORDER BY id) FROM orders
  WHERE id = ANY (orders_named(contract, user_id, received_at))
    AND orders.created_at <= received_at + interval '1 minute')
WHERE status = 'review' AND subject = 'order';

-- Earlier releases opened these at the end of their period: a number beside other words held nothing.
UPDATE withdrawals SET note = concat_ws(' ', note,
  'Before an update, orders named beside other words may have been open after their period.')
WHERE status = 'review' AND contract !~ '^\s*\D{0,20}\d{1,15}\D{0,3}\s*$' AND EXISTS (
  SELECT FROM orders WHERE id = ANY (order_ids) AND consented_at IS NULL
    AND created_at < now() - interval '14 days');
