-- A statement names orders by numbers anywhere in its text (0084), however many other numbers the
-- text has: dates and prices are numbers too. One that names more than five of the sender's orders
-- describes. A text has at most 200 characters, so at most 100 numbers (domain/withdrawal-statements.ts).
--
-- Whether the text is the number of an order alone, which names it in any state, the program says:
-- it knows the words for one. Statements of before stay as they are: they are decided within 14 days.
DROP FUNCTION orders_named(text, bigint, timestamptz);
CREATE FUNCTION orders_named(contract text, buyer bigint, received timestamptz, alone boolean)
RETURNS bigint[] LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN count(*) <= 5 THEN array_agg(id ORDER BY id) END FROM orders
  WHERE user_id = buyer
    AND (alone
      OR NOT predates_consent AND created_at > received - interval '21 days'
        AND (consented_at IS NULL OR consented_at > received)
        AND (refunded_at IS NULL OR refunded_at > received))
    AND id IN (
      SELECT digits[1]::bigint
      FROM regexp_matches(contract, '(?<![0-9])0*([0-9]{1,15})(?![0-9])', 'g') AS digits)
$$;

-- For statements that the release before receives: it does not say what it names.
CREATE OR REPLACE FUNCTION name_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.order_ids := coalesce(NEW.order_ids,
    orders_named(NEW.contract, NEW.user_id, NEW.received_at, false));
  RETURN NEW;
END $$;
