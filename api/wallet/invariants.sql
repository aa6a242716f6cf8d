-- The invariants of the money. Each part returns the rows that violate it.
WITH movements AS (
  SELECT source_account_id AS account_id, -amount_cents AS cents FROM ledger_postings
  UNION ALL
  SELECT destination_account_id, amount_cents FROM ledger_postings
)
-- I1, I19: money is moved, never created: per currency, all wallets together hold what came in from
-- outside.
SELECT 'conservation' AS invariant, sum(part.cents)::text AS subject
  FROM (
    SELECT a.currency, a.balance_cents AS cents FROM ledger_accounts a WHERE a.user_id IS NOT NULL
    UNION ALL
    SELECT a.currency, m.cents FROM movements m JOIN ledger_accounts a ON a.id = m.account_id
      WHERE a.user_id IS NULL
  ) AS part GROUP BY part.currency HAVING sum(part.cents) <> 0
UNION ALL
-- I1: no posting mixes EUR and the internal currency.
SELECT 'currencies stay apart', p.id::text
  FROM ledger_postings p
  JOIN ledger_accounts source ON source.id = p.source_account_id
  JOIN ledger_accounts destination ON destination.id = p.destination_account_id
  WHERE source.currency <> destination.currency
UNION ALL
-- I4: a wallet's balance is the sum of its postings and never negative; a debt is never positive.
SELECT 'balance is its postings', a.id::text
  FROM ledger_accounts a LEFT JOIN movements m ON m.account_id = a.id
  WHERE a.user_id IS NOT NULL
  GROUP BY a.id HAVING a.balance_cents <> coalesce(sum(m.cents), 0)
    OR CASE a.kind WHEN 'debt' THEN a.balance_cents > 0 ELSE a.balance_cents < 0 END
UNION ALL
-- I1: a transaction without postings moved nothing and must not exist.
SELECT 'transaction has postings', t.id::text
  FROM ledger_transactions t
  WHERE NOT EXISTS (SELECT 1 FROM ledger_postings p WHERE p.transaction_id = t.id)
UNION ALL
-- I6, I7: a deposit is credited if and only if it succeeded, with the amount fixed at checkout;
-- I18: to its owner's wallet, or to suspense if the owner's account was already deleted.
SELECT 'deposit is credited once', d.id::text
  FROM deposits d
  LEFT JOIN ledger_transactions t ON t.kind = 'deposit' AND t.source_id = d.id::text
  LEFT JOIN ledger_postings p ON p.transaction_id = t.id
  LEFT JOIN ledger_accounts a ON a.id = p.destination_account_id
  LEFT JOIN ledger_accounts source ON source.id = p.source_account_id
  JOIN users u ON u.id = d.user_id
  GROUP BY d.id, u.deleted_at
  HAVING (d.status = 'success') <> (count(t.id) > 0) OR count(p.id) > 1
    OR bool_or(p.amount_cents <> d.internal_amount_cents OR source.kind <> 'provider_clearing'
      OR (t.id IS NOT NULL AND a.user_id IS DISTINCT FROM d.user_id
        AND NOT (a.kind = 'suspense' AND u.deleted_at IS NOT NULL)))
UNION ALL
-- I6: a deposit settled by hand has succeeded; the check above covers that it is posted once.
SELECT 'settled by hand is a success', d.id::text
  FROM deposit_settlements s JOIN deposits d ON d.id = s.deposit_id
  WHERE d.status <> 'success'
UNION ALL
-- Two people: an approved request was settled by its approver, who is not its requester, and the
-- deposit belongs to neither.
SELECT 'approved settlement is of two people', d.id::text
  FROM credit_requests r JOIN deposits d ON d.id = r.deposit_id
  LEFT JOIN deposit_settlements s ON s.deposit_id = d.id
  WHERE r.decision = 'approved' AND (s.actor_id IS DISTINCT FROM r.decided_by
    OR r.decided_by = r.requested_by OR d.user_id IN (r.requested_by, r.decided_by))
UNION ALL
-- Two people: the same for a refund marked as failed, and for a dispute closed as won.
SELECT 'approved mark is of two people', coalesce('refund ' || f.id, 'dispute ' || x.id)
  FROM credit_requests r
  LEFT JOIN refunds f ON f.id = r.refund_id LEFT JOIN disputes x ON x.id = r.dispute_id
  WHERE r.decision = 'approved' AND r.deposit_id IS NULL
    AND (f.status <> 'failed' OR x.status <> 'won' OR x.closed_by IS DISTINCT FROM r.decided_by
        AND x.id IS NOT NULL
      OR r.decided_by = r.requested_by
      OR coalesce(f.user_id, x.user_id) IN (r.requested_by, r.decided_by))
UNION ALL
-- I8: a deposit ended by hand has failed, or was paid after all.
SELECT 'ended by hand has failed', d.id::text
  FROM deposit_endings e JOIN deposits d ON d.id = e.deposit_id
  WHERE d.status NOT IN ('failed', 'success')
UNION ALL
-- I10: every order is paid, at the price in its snapshot, from its buyer's wallet.
SELECT 'order is paid', o.id::text
  FROM orders o
  LEFT JOIN ledger_transactions t ON t.kind = 'order' AND t.source_id = o.id::text
  LEFT JOIN ledger_postings p ON p.transaction_id = t.id
  LEFT JOIN ledger_accounts a ON a.id = p.source_account_id
  LEFT JOIN ledger_accounts destination ON destination.id = p.destination_account_id
  GROUP BY o.id
  HAVING count(p.id) <> 1
    OR bool_or(p.amount_cents <> o.price_cents OR a.user_id IS DISTINCT FROM o.user_id
      OR destination.kind <> 'revenue')
UNION ALL
-- I13, I14: an offer's price is owed if and only if it was accepted, once, at the agreed price.
SELECT 'offer is owed once', o.id::text
  FROM offers o
  LEFT JOIN ledger_transactions t ON t.kind = 'offer' AND t.source_id = o.id::text
  LEFT JOIN ledger_postings p ON p.transaction_id = t.id
  LEFT JOIN ledger_accounts source ON source.id = p.source_account_id
  LEFT JOIN ledger_accounts destination ON destination.id = p.destination_account_id
  GROUP BY o.id
  HAVING (o.status = 'approved') <> (count(t.id) > 0) OR count(p.id) > 1
    OR bool_or(p.amount_cents <> o.service_price_cents OR source.kind <> 'design_purchases'
      OR destination.kind <> 'payouts_payable')
UNION ALL
-- I15: an accepted offer has a payout, no other offer has, and at most one payout is effective.
SELECT 'offer has its payout', o.id::text
  FROM offers o LEFT JOIN payouts p ON p.offer_id = o.id
  GROUP BY o.id
  HAVING (o.status = 'approved') <> (count(p.id) > 0)
    OR count(p.id) FILTER (WHERE p.status <> 'returned') > 1
    OR bool_or(p.amount_cents <> o.service_price_cents OR p.user_id <> o.user_id)
UNION ALL
-- I14: an offer of 150.00 or more is accepted only by verified people, so its payout never waits
-- for verification.
SELECT 'large payout is verified', p.id::text
  FROM payouts p WHERE p.status = 'awaiting_verification' AND p.amount_cents >= 15000
UNION ALL
-- I15, I16: a transfer is posted when the bank has taken it, and reversed when it came back.
SELECT 'payout is posted as it stands', p.id::text
  FROM payouts p
  LEFT JOIN ledger_transactions t ON t.source_id = p.id::text AND t.kind LIKE 'payout%'
  LEFT JOIN ledger_postings g ON g.transaction_id = t.id
  LEFT JOIN ledger_accounts source ON source.id = g.source_account_id
  LEFT JOIN ledger_accounts destination ON destination.id = g.destination_account_id
  GROUP BY p.id
  HAVING count(g.id) <> count(t.id)
    OR CASE p.status
      WHEN 'sent' THEN count(t.id) <> 1
      WHEN 'settled' THEN count(t.id) <> 1
      WHEN 'returned' THEN count(t.id) NOT IN (0, 2)
      WHEN 'unknown' THEN count(t.id) > 1
      WHEN 'written_off' THEN count(t.id) NOT IN (1, 3)
      ELSE count(t.id) > 0 END
    OR (p.status NOT IN ('returned', 'written_off') AND bool_or(t.kind = 'payout_return'))
    OR (p.status = 'written_off') IS DISTINCT FROM coalesce(bool_or(t.kind = 'payout_write_off'), false)
    OR bool_or(g.amount_cents <> p.amount_cents)
    OR bool_or(t.kind = 'payout' AND (source.kind <> 'payouts_payable'
      OR destination.kind <> CASE p.type WHEN 'card' THEN 'card_out' ELSE 'bank_out' END))
    OR bool_or(t.kind = 'payout_return' AND (destination.kind <> 'payouts_payable'
      OR source.kind <> CASE p.type WHEN 'card' THEN 'card_out' ELSE 'bank_out' END))
    OR bool_or(t.kind = 'payout_write_off' AND (source.kind <> 'payouts_payable'
      OR destination.kind <> 'design_purchases'))
UNION ALL
-- I18: an amount is written off only if the person who could claim it is deleted.
SELECT 'written off for a deleted account', p.id::text
  FROM payouts p JOIN users u ON u.id = p.user_id
  WHERE p.status = 'written_off' AND u.deleted_at IS NULL
UNION ALL
-- I15: a card payout goes to a card of its owner that was entered for its offer, and is in no bank
-- file; a used card has its payout, and a deleted account has no card token left.
SELECT 'card payout has its card', p.id::text
  FROM payouts p LEFT JOIN payout_cards c ON c.id = p.card_id
  WHERE p.type = 'card' AND (c.id IS NULL OR c.used_at IS NULL OR c.user_id <> p.user_id
      OR c.offer_id <> p.offer_id OR c.provider <> p.provider OR p.batch_id IS NOT NULL)
    OR p.type <> 'card' AND p.card_id IS NOT NULL
UNION ALL
SELECT 'used card has its payout', c.id::text
  FROM payout_cards c JOIN users u ON u.id = c.user_id
  WHERE (c.used_at IS NOT NULL)
      <> (SELECT count(*) = 1 FROM payouts p WHERE p.card_id = c.id)
    OR (u.deleted_at IS NOT NULL AND (c.used_at IS NULL OR c.token_sealed IS NOT NULL))
UNION ALL
-- I16: each transfer at the sandbox belongs to a payout that was sent, and has its amount.
SELECT 'card payout is what was sent', s.payout_id::text
  FROM sandbox_transfers s LEFT JOIN payouts p ON p.id = s.payout_id AND p.provider = 'sandbox'
  WHERE p.id IS NULL OR p.amount_cents <> s.amount_cents OR p.status IN ('awaiting_verification', 'ready')
UNION ALL
-- I15: a bank file matches the number and sum of its payouts.
SELECT 'batch is its payouts', b.id::text
  FROM payout_batches b LEFT JOIN payouts p ON p.batch_id = b.id
  GROUP BY b.id
  HAVING count(p.id) <> b.payouts_count OR coalesce(sum(p.amount_cents), 0) <> b.total_cents
UNION ALL
-- I16: a payout marked from a bank statement was in a file, and was booked with that reference and
-- amount.
SELECT 'marked as the bank booked it', m.payout_id::text
  FROM bank_statement_marks m
  JOIN bank_statements s ON s.id = m.statement_id
  JOIN bank_statement_entries e
    ON e.statement_id = m.statement_id AND e.position = m.position
  JOIN payouts p ON p.id = m.payout_id
  WHERE s.marked_at IS NULL OR NOT e.is_posted OR p.batch_id IS NULL
    OR e.amount_cents IS DISTINCT FROM p.amount_cents OR e.currency <> 'EUR'
    OR e.end_to_end_id IS DISTINCT FROM p.end_to_end_id
    OR (m.state = 'sent') <> (e.direction = 'debit')
    OR (m.state = 'returned') <> (e.return_reason IS NOT NULL)
    OR (m.state = 'returned' AND p.status NOT IN ('returned', 'written_off'))
    OR p.status IN ('awaiting_verification', 'ready', 'exported')
UNION ALL
-- Two people: an approved file contains what was requested, and nobody approved their own request.
SELECT 'approved file is what was asked for', a.id::text
  FROM payout_approvals a JOIN payout_batches b ON b.id = a.batch_id
  WHERE b.total_cents <> a.total_cents OR b.payouts_count <> cardinality(a.payout_ids)
    OR b.operation_id <> a.operation_id OR a.decided_by = a.requested_by
    OR EXISTS (SELECT 1 FROM payouts p WHERE p.batch_id = b.id AND p.id <> ALL (a.payout_ids))
UNION ALL
-- Two people: the approver of a card payout is neither its payee nor set its price.
SELECT 'approved payout has two people', p.id::text
  FROM payouts p JOIN offers o ON o.id = p.offer_id
  WHERE p.approved_by IN (p.user_id, o.answered_by)
UNION ALL
-- Two people: what one person sends to a seller, or to an account, within 30 days does not exceed
-- the limit at that time, and neither does a file. A payout that its provider reported as returned
-- does not count. If there was no limit, none is recorded.
SELECT 'payouts of one person are limited', p.id::text
  -- For speed, payouts are compared with each other only if the sum sent around that time exceeds
  -- the limit, including the day after, because the clocks of processes differ.
  FROM (SELECT payouts.*, sent.id AS sent_id, sent.at AS sent_at,
      sum(amount_cents) OVER (PARTITION BY user_id ORDER BY sent.at
        RANGE BETWEEN interval '30 days' PRECEDING AND interval '1 day' FOLLOWING) AS near_cents,
      sum(amount_cents) OVER (PARTITION BY unapproved_account_hash ORDER BY sent.at
        RANGE BETWEEN interval '30 days' PRECEDING AND interval '1 day' FOLLOWING)
        AS near_account_cents
    FROM payouts
    LEFT JOIN (SELECT payout_id, min(id) AS id, min(created_at) AS at FROM payout_events
      WHERE status IN ('sending', 'exported') GROUP BY payout_id) AS sent ON payout_id = payouts.id
    WHERE limit_cents IS NOT NULL) AS p
  LEFT JOIN payout_batches b ON b.id = p.batch_id
  CROSS JOIN LATERAL (SELECT p.limit_cents < p.near_cents AS of_seller,
    p.unapproved_account_hash IS NOT NULL AND p.limit_cents < p.near_account_cents
      AS of_account) AS near
  WHERE p.sent_id IS NULL OR p.limit_cents < b.total_cents
    OR EXISTS (SELECT 1 FROM payout_approvals a WHERE a.batch_id = p.batch_id)
    OR ((near.of_seller OR near.of_account) AND EXISTS (SELECT 1
      FROM payouts q
      CROSS JOIN LATERAL (SELECT min(e.id) AS id, min(e.created_at) AS at FROM payout_events e
        WHERE e.payout_id = q.id AND e.status IN ('sending', 'exported')) AS earlier
      WHERE (near.of_seller AND q.user_id = p.user_id
          OR near.of_account AND q.unapproved_account_hash = p.unapproved_account_hash)
        AND q.limit_cents IS NOT NULL AND earlier.id <= p.sent_id
        AND earlier.at > p.sent_at - interval '30 days'
        AND NOT EXISTS (SELECT 1 FROM payout_events back WHERE back.payout_id = q.id
          AND back.status = 'returned' AND back.actor_id IS NULL AND back.id < p.sent_id)
      HAVING coalesce(sum(q.amount_cents) FILTER (WHERE q.user_id = p.user_id), 0) > p.limit_cents
        OR coalesce(sum(q.amount_cents) FILTER (
          WHERE q.unapproved_account_hash = p.unapproved_account_hash), 0) > p.limit_cents))
UNION ALL
-- I10: conversely, no payment without its order, deposit, offer or payout.
SELECT 'payment has its cause', t.id::text
  FROM ledger_transactions t
  WHERE (t.kind = 'order' AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.id::text = t.source_id))
    OR (t.kind = 'deposit'
      AND NOT EXISTS (SELECT 1 FROM deposits d WHERE d.id::text = t.source_id))
    OR (t.kind = 'offer' AND NOT EXISTS (SELECT 1 FROM offers o WHERE o.id::text = t.source_id))
    OR (t.kind LIKE 'payout%'
      AND NOT EXISTS (SELECT 1 FROM payouts p WHERE p.id::text = t.source_id))
    OR (t.kind IN ('refund', 'refund_failed')
      AND NOT EXISTS (SELECT 1 FROM refunds r WHERE r.id::text = t.source_id))
    OR (t.kind IN ('dispute', 'dispute_won')
      AND NOT EXISTS (SELECT 1 FROM disputes d WHERE d.id::text = t.source_id))
    OR (t.kind = 'adjustment'
      AND NOT EXISTS (SELECT 1 FROM balance_adjustments b WHERE b.id::text = t.source_id))
    OR (t.kind = 'kept'
      AND NOT EXISTS (SELECT 1 FROM deposits d WHERE 'deposit ' || d.id = t.source_id)
      AND NOT EXISTS (SELECT 1 FROM refunds r
        WHERE 'refund ' || r.id = t.source_id AND r.order_id IS NOT NULL))
    OR (t.kind = 'debt_payment' AND NOT EXISTS (SELECT 1 FROM ledger_transactions cause
      WHERE cause.kind || ' ' || cause.source_id = t.source_id))
UNION ALL
-- Two people: a correction is posted once, as requested, to or from its user's wallet; nobody has
-- approved their own request where approval is needed, or corrected their own balance.
SELECT 'correction is posted as it stands', b.id::text
  FROM balance_adjustments b
  LEFT JOIN ledger_transactions t ON t.kind = 'adjustment' AND t.source_id = b.id::text
  LEFT JOIN ledger_postings p ON p.transaction_id = t.id
  LEFT JOIN ledger_accounts source ON source.id = p.source_account_id
  LEFT JOIN ledger_accounts destination ON destination.id = p.destination_account_id
  GROUP BY b.id
  HAVING count(t.id) <> CASE b.status WHEN 'posted' THEN 1 ELSE 0 END OR count(p.id) <> count(t.id)
    OR bool_or(p.amount_cents <> abs(b.amount_cents)
      OR p.id IS NOT NULL AND CASE WHEN b.amount_cents > 0
        THEN source.kind <> 'promotion' OR destination.user_id IS DISTINCT FROM b.user_id
        ELSE destination.kind <> 'promotion' OR source.user_id IS DISTINCT FROM b.user_id END)
    OR b.status = 'posted' AND (b.decided_by = b.user_id
      OR b.needs_approval AND b.decided_by = b.requested_by)
UNION ALL
-- I1, I5: a refund is posted once: an order's from us, a deposit's to the provider. A failed one,
-- and no other, is credited back. I18: without a wallet, it is in suspense or ours.
SELECT 'refund is posted once', r.id::text
  FROM refunds r
  LEFT JOIN ledger_transactions t
    ON t.source_id = r.id::text AND t.kind IN ('refund', 'refund_failed')
  LEFT JOIN ledger_postings p ON p.transaction_id = t.id
  LEFT JOIN ledger_accounts source ON source.id = p.source_account_id
  LEFT JOIN ledger_accounts destination ON destination.id = p.destination_account_id
  JOIN users u ON u.id = r.user_id
  GROUP BY r.id, u.deleted_at
  HAVING count(t.id) <> CASE r.status WHEN 'failed' THEN 2 ELSE 1 END OR count(p.id) <> count(t.id)
    OR bool_or(p.amount_cents <> r.amount_cents)
    OR bool_or(t.kind = 'refund' AND r.order_id IS NOT NULL AND NOT (source.kind = 'revenue'
      AND (destination.user_id IS NOT DISTINCT FROM r.user_id
        OR (destination.kind = 'suspense' AND u.deleted_at IS NOT NULL))))
    OR bool_or(t.kind = 'refund' AND r.deposit_id IS NOT NULL
      AND NOT (destination.kind = 'provider_clearing'
        AND (source.kind IN ('suspense', 'revenue')
          OR (source.kind = 'wallet' AND source.user_id IS NOT DISTINCT FROM r.user_id))))
    OR bool_or(t.kind = 'refund_failed' AND NOT (source.kind = 'provider_clearing'
      AND ((destination.kind IN ('suspense', 'revenue') AND u.deleted_at IS NOT NULL)
        OR destination.user_id IS NOT DISTINCT FROM r.user_id)))
UNION ALL
-- I5: refunds never exceed the deposit or order, in either currency, and an order is closed if and
-- only if it was refunded in full.
SELECT 'refunds of a deposit', d.id::text
  FROM deposits d JOIN refunds r ON r.deposit_id = d.id AND r.status <> 'failed'
  GROUP BY d.id
  HAVING sum(r.amount_cents) > d.internal_amount_cents OR sum(r.money_cents) > d.amount_cents
    OR d.status <> 'success' OR bool_or(r.user_id <> d.user_id)
    OR (sum(r.amount_cents) < d.internal_amount_cents AND sum(r.money_cents) = d.amount_cents)
    OR (sum(r.amount_cents) = d.internal_amount_cents AND sum(r.money_cents) + coalesce((
      SELECT sum(x.money_cents) FROM disputes x WHERE x.deposit_id = d.id AND x.status <> 'won'
    ), 0) < d.amount_cents)
UNION ALL
SELECT 'refunds of an order', o.id::text
  FROM orders o LEFT JOIN refunds r ON r.order_id = o.id
  GROUP BY o.id
  HAVING coalesce(sum(r.amount_cents), 0) > o.price_cents OR bool_or(r.user_id <> o.user_id)
    OR (o.refunded_at IS NOT NULL) <> (coalesce(sum(r.amount_cents), 0) = o.price_cents)
UNION ALL
-- I17: a dispute took its amount once, from its user or from what a deleted account left; all of it
-- was given back if and only if the dispute was won.
SELECT 'dispute is posted as it stands', d.id::text
  FROM disputes d
  LEFT JOIN LATERAL (
    SELECT count(DISTINCT t.id) FILTER (WHERE t.kind = 'dispute') AS taken_count,
      count(DISTINCT t.id) FILTER (WHERE t.kind = 'dispute_won') AS won_count,
      coalesce(sum(p.amount_cents) FILTER (WHERE t.kind = 'dispute'), 0) AS taken_cents,
      coalesce(sum(p.amount_cents) FILTER (WHERE t.kind = 'dispute_won'), 0) AS won_cents,
      bool_or(t.kind = 'dispute' AND (destination.kind <> 'provider_clearing' OR NOT CASE
        d.taken_from WHEN 'user' THEN source.user_id IS NOT DISTINCT FROM d.user_id
        ELSE source.kind = d.taken_from END)) AS is_misplaced,
      bool_or(t.kind = 'dispute_won' AND (source.kind <> 'provider_clearing' OR NOT CASE
        d.taken_from WHEN 'user' THEN destination.user_id IS NOT DISTINCT FROM d.user_id
        ELSE destination.kind = d.taken_from END)) AS is_misgiven
    FROM ledger_transactions t
    JOIN ledger_postings p ON p.transaction_id = t.id
    JOIN ledger_accounts source ON source.id = p.source_account_id
    JOIN ledger_accounts destination ON destination.id = p.destination_account_id
    WHERE t.source_id = d.id::text AND t.kind IN ('dispute', 'dispute_won')
  ) AS posted ON true
  WHERE d.amount_cents > 0 AND (posted.taken_count <> 1 OR posted.taken_cents <> d.amount_cents
      OR posted.won_count <> CASE d.status WHEN 'won' THEN 1 ELSE 0 END
      OR posted.won_cents <> CASE d.status WHEN 'won' THEN d.amount_cents ELSE 0 END
      OR posted.is_misplaced OR posted.is_misgiven)
    OR d.amount_cents = 0 AND posted.taken_count + posted.won_count > 0
UNION ALL
SELECT 'disputes of a deposit', d.id::text
  FROM deposits d JOIN disputes x ON x.deposit_id = d.id
  GROUP BY d.id
  HAVING d.status <> 'success' OR bool_or(x.user_id <> d.user_id)
    OR coalesce(sum(x.money_cents) FILTER (WHERE x.status <> 'won'), 0) > d.amount_cents
UNION ALL
-- I17: nobody has both a balance and a debt, and only disputes increase a debt.
SELECT 'debt is paid first', debt.user_id::text
  FROM ledger_accounts debt JOIN ledger_accounts wallet ON wallet.user_id = debt.user_id
  WHERE debt.kind = 'debt' AND wallet.kind = 'wallet'
    AND debt.balance_cents < 0 AND wallet.balance_cents > 0
UNION ALL
SELECT 'debt comes from disputes', t.id::text
  FROM ledger_postings p JOIN ledger_transactions t ON t.id = p.transaction_id
  JOIN ledger_accounts source ON source.id = p.source_account_id
  JOIN ledger_accounts destination ON destination.id = p.destination_account_id
  WHERE (source.kind = 'debt' AND t.kind <> 'dispute')
    OR (destination.kind = 'debt' AND (t.kind <> 'debt_payment' OR source.kind <> 'wallet'
      OR source.user_id <> destination.user_id))
UNION ALL
-- I18: only a deleted account forfeits its balance, to us, once; afterwards the account is empty.
SELECT 'forfeit is of a deleted account', t.id::text
  FROM ledger_transactions t
  LEFT JOIN users u ON u.id::text = t.source_id AND u.deleted_at IS NOT NULL
  LEFT JOIN ledger_postings p ON p.transaction_id = t.id
  LEFT JOIN ledger_accounts source ON source.id = p.source_account_id
  LEFT JOIN ledger_accounts destination ON destination.id = p.destination_account_id
  WHERE t.kind = 'forfeit'
  GROUP BY t.id, u.id
  HAVING u.id IS NULL OR count(p.id) > 1
    OR bool_or(source.user_id IS DISTINCT FROM u.id OR destination.kind <> 'revenue')
UNION ALL
SELECT 'deleted account is empty', u.id::text
  FROM users u JOIN ledger_accounts a ON a.user_id = u.id
  WHERE u.deleted_at IS NOT NULL AND a.balance_cents <> 0
UNION ALL
-- I18: suspense consists of its open items. The part of a deposit in suspense is shown to a person
-- until it is paid back or kept; nothing else stays there, such as a refund without a wallet. A sum
-- is negative only while an open dispute has taken more, which the previous release allows.
SELECT 'suspense is its open items', item.name
  FROM (
    SELECT m.cents, coalesce(r.deposit_id, x.deposit_id, d.id) AS deposit_id,
      CASE WHEN t.kind = 'kept' THEN t.source_id
        WHEN coalesce(r.deposit_id, x.deposit_id, d.id) IS NULL THEN t.kind || ' ' || t.source_id
        ELSE 'deposit ' || coalesce(r.deposit_id, x.deposit_id, d.id) END AS name
    FROM (
      SELECT transaction_id, destination_account_id AS account_id, amount_cents AS cents
        FROM ledger_postings
      UNION ALL
      SELECT transaction_id, source_account_id, -amount_cents FROM ledger_postings
    ) AS m
    JOIN ledger_accounts a ON a.id = m.account_id AND a.kind = 'suspense'
    JOIN ledger_transactions t ON t.id = m.transaction_id
    LEFT JOIN deposits d ON t.kind = 'deposit' AND d.id::text = t.source_id
    LEFT JOIN refunds r ON t.kind IN ('refund', 'refund_failed') AND r.id::text = t.source_id
    LEFT JOIN disputes x ON t.kind IN ('dispute', 'dispute_won') AND x.id::text = t.source_id
  ) AS item
  GROUP BY item.name
  HAVING (sum(item.cents) < 0 AND NOT EXISTS (
      SELECT 1 FROM disputes WHERE deposit_id = max(item.deposit_id)
        AND status = 'open' AND taken_from = 'suspense'))
    OR (sum(item.cents) > 0 AND NOT EXISTS (
      SELECT 1 FROM deposits WHERE id = max(item.deposit_id) AND needs_review IS NOT NULL))
UNION ALL
-- I18: `kept` moves between suspense and our revenue: we keep what is left in suspense, and bear
-- what is missing. The check above compares the amounts.
SELECT 'kept money is ours', t.source_id
  FROM ledger_transactions t
  LEFT JOIN ledger_postings p ON p.transaction_id = t.id
  LEFT JOIN ledger_accounts source ON source.id = p.source_account_id
  LEFT JOIN ledger_accounts destination ON destination.id = p.destination_account_id
  WHERE t.kind = 'kept'
  GROUP BY t.id
  HAVING count(p.id) > 1 OR bool_or(
    (source.kind, destination.kind) NOT IN (('suspense', 'revenue'), ('revenue', 'suspense')))
UNION ALL
-- I5, I11: each cause moves money once; a buyer owns a product once; a payment is one deposit.
SELECT 'cause counts once', kind || ' ' || source_id
  FROM ledger_transactions GROUP BY kind, source_id HAVING count(*) > 1
UNION ALL
SELECT 'product is bought once', user_id || ' ' || product_id
  FROM orders WHERE refunded_at IS NULL GROUP BY user_id, product_id HAVING count(*) > 1
UNION ALL
SELECT 'payment is one deposit', provider || ' ' || provider_ref
  FROM deposits WHERE provider_ref IS NOT NULL GROUP BY provider, provider_ref
  HAVING count(*) > 1
UNION ALL
-- Documents: a series has no gaps except after restores, and its counter matches its last number
-- (Directive 2006/112/EC Art. 226).
SELECT 'series has no gaps', s.series || ' ' || s.year
  FROM document_series s,
    LATERAL (SELECT count(*) AS numbers, min(sequence) AS first, max(sequence) AS last
      FROM documents WHERE series = s.series AND year = s.year) AS given,
    LATERAL (SELECT coalesce(sum(last_number - first_number + 1), 0) AS numbers,
        min(first_number) AS first, max(last_number) AS last
      FROM document_gaps WHERE series = s.series AND year = s.year) AS unused
  WHERE given.numbers + unused.numbers <> s.last_number
    OR greatest(given.last, unused.last) <> s.last_number
    OR least(given.first, unused.first) <> 1
UNION ALL
SELECT 'number is used or not', d.number
  FROM documents d JOIN document_gaps g ON g.series = d.series AND g.year = d.year
    AND d.sequence BETWEEN g.first_number AND g.last_number
UNION ALL
-- Documents: credit notes do not exceed the invoice, nor its VAT.
SELECT 'credit notes fit their invoice', c.order_id::text
  FROM documents c JOIN documents i ON i.kind = 'invoice' AND i.order_id = c.order_id
  WHERE c.kind = 'credit_note'
  GROUP BY c.order_id, i.gross_cents, i.vat_cents
  HAVING sum(c.gross_cents) > i.gross_cents OR sum(c.vat_cents) > i.vat_cents
UNION ALL
-- Documents: each states the amount that was moved, and belongs to the user it was moved for.
SELECT 'document is of its cause', d.number
  FROM documents d
  LEFT JOIN orders o ON o.id = d.order_id
  LEFT JOIN deposits p ON p.id = d.deposit_id
  LEFT JOIN payouts u ON u.id = d.payout_id
  LEFT JOIN refunds r ON r.id = d.source_id AND d.kind IN
    ('credit_note', 'deposit_refund', 'refund_correction')
  WHERE d.user_id <> coalesce(o.user_id, p.user_id, u.user_id)
    OR (r.order_id, r.deposit_id) IS DISTINCT FROM CASE d.kind
      WHEN 'credit_note' THEN (d.order_id, NULL::bigint)
      WHEN 'deposit_refund' THEN (NULL::bigint, d.deposit_id)
      WHEN 'refund_correction' THEN (NULL::bigint, d.deposit_id)
      ELSE (NULL::bigint, NULL::bigint) END
    OR CASE d.kind
      WHEN 'deposit_receipt' THEN d.gross_cents IS DISTINCT FROM p.amount_cents
      WHEN 'deposit_refund' THEN d.gross_cents IS DISTINCT FROM r.money_cents
      WHEN 'refund_correction' THEN d.gross_cents IS DISTINCT FROM r.money_cents
      WHEN 'self_billing' THEN d.gross_cents IS DISTINCT FROM u.amount_cents
      ELSE coalesce((d.data ->> 'internalCents')::bigint, d.gross_cents)
        IS DISTINCT FROM CASE d.kind WHEN 'credit_note' THEN r.amount_cents ELSE o.price_cents END END
UNION ALL
-- A withdrawal with the status `refunded` has its refund, of the order or of deposits.
SELECT 'withdrawal has its refund', w.number
  FROM withdrawals w
  WHERE w.status = 'refunded' AND NOT EXISTS (SELECT 1 FROM refunds r
    WHERE r.operation_id = 'withdrawal ' || w.number
      OR r.operation_id LIKE 'withdrawal ' || w.number || ' deposit %')
UNION ALL
-- I4: the payment history has each transaction once, with its kind, its change and the balance
-- after it.
SELECT 'history is its postings', coalesce(posted.user_id, c.user_id)::text
  FROM (
    SELECT a.user_id, part.transaction_id, t.kind, sum(part.cents)::bigint AS cents
    FROM (
      SELECT transaction_id, destination_account_id AS account_id, amount_cents AS cents
        FROM ledger_postings
      UNION ALL
      SELECT transaction_id, source_account_id, -amount_cents FROM ledger_postings
    ) AS part JOIN ledger_accounts a ON a.id = part.account_id
    JOIN ledger_transactions t ON t.id = part.transaction_id
    WHERE a.user_id IS NOT NULL GROUP BY a.user_id, part.transaction_id, t.kind
  ) AS posted
  FULL JOIN (
    SELECT user_id, transaction_id, kind, amount_cents, balance_cents,
      sum(amount_cents) OVER (PARTITION BY user_id ORDER BY id) AS running_cents
    FROM balance_changes
  ) AS c ON c.user_id = posted.user_id AND c.transaction_id = posted.transaction_id
  WHERE posted.cents IS DISTINCT FROM c.amount_cents OR c.running_cents <> c.balance_cents
    OR c.kind <> payment_kind(posted.kind, posted.cents)
  GROUP BY 2
UNION ALL
-- I3: the triggers that keep the ledger append-only and its balances up to date are enabled.
SELECT 'triggers are enabled', required.name
  FROM unnest(ARRAY['ledger_postings_append_only', 'ledger_transactions_append_only',
    'apply_posting', 'ledger_accounts_balance_guard', 'ledger_postings_one_currency',
    'offers_decided_stay', 'payout_batches_append_only', 'refunds_stay',
    'deposit_settlements_append_only', 'deposit_endings_append_only', 'payout_approvals_stay',
    'balance_adjustments_stay', 'credit_requests_stay', 'documents_append_only', 'documents_stay',
    'payout_batches_stay',
    'balance_changes_guard']) AS required (name)
  WHERE NOT EXISTS (
    SELECT 1 FROM pg_trigger WHERE tgname = required.name AND tgenabled IN ('O', 'A'));
