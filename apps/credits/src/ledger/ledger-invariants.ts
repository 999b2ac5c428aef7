/**
 * What is always true of the ledger, as queries that return the rows breaking it: none, at any instant. Run after tests
 * that move credits, and every quarter of an hour in production; reliability notes §2.4.
 */
export const LEDGER_INVARIANTS = {
  'every transfer has two entries that add up to 0': `
    SELECT transfers.id FROM transfers LEFT JOIN entries ON entries.transfer_id = transfers.id
    GROUP BY transfers.id HAVING count(entries.account) <> 2 OR sum(entries.amount) <> 0`,
  'every balance is the sum of its entries': `
    SELECT org_id FROM accounts FULL JOIN (
      SELECT org_id, coalesce(sum(entries.amount) FILTER (WHERE account = 'available'), 0) AS available,
             coalesce(sum(entries.amount) FILTER (WHERE account = 'held'), 0) AS held
      FROM transfers JOIN entries ON entries.transfer_id = transfers.id GROUP BY org_id
    ) AS history USING (org_id)
    WHERE (coalesce(accounts.available, 0), coalesce(accounts.held, 0))
       <> (coalesce(history.available, 0), coalesce(history.held, 0))`,
  'held credits are the sum of the open holds': `
    SELECT org_id FROM accounts
    WHERE held <> (SELECT coalesce(sum(amount), 0) FROM holds WHERE holds.org_id = accounts.org_id AND state = 'held')`,
  'a hold moved credits exactly as its state says': `
    SELECT holds.id FROM holds LEFT JOIN transfers ON transfers.hold_id = holds.id
    GROUP BY holds.id
    HAVING array_agg(transfers.kind ORDER BY transfers.kind) FILTER (WHERE transfers.id IS NOT NULL) IS DISTINCT FROM
      CASE WHEN holds.amount = 0 THEN NULL
           WHEN holds.state = 'held' THEN ARRAY['hold']
           WHEN holds.state = 'captured' THEN ARRAY['capture', 'hold']
           ELSE ARRAY['hold', 'release'] END
      OR bool_or(transfers.amount <> holds.amount OR transfers.org_id <> holds.org_id)`,
} as const satisfies Record<string, string>;
