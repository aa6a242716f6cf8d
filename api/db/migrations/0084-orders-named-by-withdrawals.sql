-- Which of the sender's orders a statement of withdrawal names, by their numbers anywhere in its text,
-- as they were when it was received (docs/decisions/0045). Null for one that names none of them. The
-- database reads them, so that statements which the release before receives have them too. Which orders
-- a statement holds is then found by index, and no longer by every text for every order.
ALTER TABLE withdrawals ADD COLUMN order_ids bigint[];

CREATE FUNCTION orders_named(contract text, buyer bigint) RETURNS bigint[] LANGUAGE sql STABLE AS $$
  SELECT array_agg(id ORDER BY id) FROM orders WHERE user_id = buyer AND id IN (
    SELECT digits[1]::bigint
    FROM regexp_matches(contract, '(?<![0-9])0*([0-9]{1,15})(?![0-9])', 'g') AS digits)
$$;

CREATE FUNCTION name_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.order_ids := orders_named(NEW.contract, NEW.user_id);
  RETURN NEW;
END $$;
CREATE TRIGGER name_orders BEFORE INSERT ON withdrawals FOR EACH ROW
  WHEN (NEW.subject = 'order') EXECUTE FUNCTION name_orders();

-- Without the pending list: it would be read for every order until it is merged.
CREATE INDEX withdrawals_named ON withdrawals USING gin (order_ids) WITH (fastupdate = off)
  WHERE status = 'review';
CREATE INDEX withdrawals_described ON withdrawals (user_id, received_at)
  WHERE status = 'review' AND subject = 'order' AND order_ids IS NULL AND confirmed_at IS NOT NULL;

-- Only undecided ones hold orders: found by `withdrawals_waiting`, however many were decided.
UPDATE withdrawals SET order_ids = (
  SELECT array_agg(id ORDER BY id) FROM orders
  WHERE id = ANY (orders_named(contract, user_id)) AND orders.created_at <= received_at)
WHERE status = 'review' AND subject = 'order';
