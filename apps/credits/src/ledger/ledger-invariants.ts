const HOLD_MOVED_AS_ITS_STATE_SAYS = `
    HAVING array_agg(transfers.kind ORDER BY transfers.kind) FILTER (WHERE transfers.id IS NOT NULL) IS DISTINCT FROM
      CASE WHEN holds.amount = 0 THEN NULL
           WHEN holds.state = 'held' THEN ARRAY['hold']
           WHEN holds.state = 'captured' THEN ARRAY['capture', 'hold']
           ELSE ARRAY['hold', 'release'] END
      OR bool_or(transfers.amount <> holds.amount OR transfers.org_id <> holds.org_id)`;

const SUMS_OF_ENTRIES = `
    coalesce(sum(entries.amount) FILTER (WHERE account = 'available'), 0) AS available,
    coalesce(sum(entries.amount) FILTER (WHERE account = 'held'), 0) AS held`;

/**
 * The invariants of the ledger, as queries over all its data. Each returns the rows that violate the invariant: none, at any
 * instant. For specs, and for operators; the service checks only what has changed ({@link LEDGER_CHANGES}).
 */
export const LEDGER_INVARIANTS = {
  'every transfer has two entries that add up to 0': `
    SELECT transfers.id FROM transfers LEFT JOIN entries ON entries.transfer_id = transfers.id
    GROUP BY transfers.id HAVING count(entries.account) <> 2 OR sum(entries.amount) <> 0`,
  'archived entries add up to 0': `
    SELECT org_id FROM archived_entries GROUP BY org_id, month, kind
    HAVING count(*) <> 2 OR sum(amount) <> 0 OR min(transfers) <> max(transfers)`,
  'every balance is the sum of its entries': `
    SELECT org_id FROM accounts FULL JOIN (
      SELECT org_id, ${SUMS_OF_ENTRIES} FROM (
        SELECT org_id, account, entries.amount FROM transfers JOIN entries ON entries.transfer_id = transfers.id
        UNION ALL SELECT org_id, account, amount FROM archived_entries
      ) AS entries GROUP BY org_id
    ) AS history USING (org_id)
    WHERE (coalesce(accounts.available, 0), coalesce(accounts.held, 0))
       <> (coalesce(history.available, 0), coalesce(history.held, 0))`,
  'held credits are the sum of the open holds': `
    SELECT org_id FROM accounts FULL JOIN (
      SELECT org_id, sum(amount) AS open FROM holds WHERE state = 'held' GROUP BY org_id
    ) AS holds USING (org_id)
    WHERE coalesce(held, 0) <> coalesce(open, 0)`,
  'every balance is the sum of its days': `
    SELECT org_id FROM accounts FULL JOIN (
      SELECT org_id, sum(granted) - sum(captured) AS balance FROM account_days GROUP BY org_id
    ) AS days USING (org_id)
    WHERE coalesce(available, 0) + coalesce(held, 0) <> coalesce(balance, 0)`,
  'a hold moved credits exactly as its state says': `
    SELECT holds.id FROM holds LEFT JOIN transfers ON transfers.hold_id = holds.id
    GROUP BY holds.id ${HOLD_MOVED_AS_ITS_STATE_SAYS}`,
} as const satisfies Record<string, string>;

export type LedgerInvariant = keyof typeof LEDGER_INVARIANTS;

/**
 * The same invariants for what happened after the checkpoint. `:from` and `:to` are times: of the window being checked, or the
 * checkpoint and infinity. The cost grows with the transfers in between, the open holds and the accounts.
 */
export const LEDGER_CHANGES = {
  'every transfer has two entries that add up to 0': `
    SELECT transfers.id FROM transfers LEFT JOIN entries ON entries.transfer_id = transfers.id
     WHERE transfers.created_at > :from AND transfers.created_at <= :to
    GROUP BY transfers.id HAVING count(entries.account) <> 2 OR sum(entries.amount) <> 0`,
  'every balance is the sum of its entries': `
    SELECT org_id FROM accounts FULL JOIN (
      SELECT org_id, sum(available) AS available, sum(held) AS held FROM (
        SELECT org_id, available, held FROM checked_sums
        UNION ALL
        SELECT org_id, ${SUMS_OF_ENTRIES} FROM transfers JOIN entries ON entries.transfer_id = transfers.id
         WHERE transfers.created_at > :from GROUP BY org_id
      ) AS sums GROUP BY org_id
    ) AS history USING (org_id)
    WHERE (coalesce(accounts.available, 0), coalesce(accounts.held, 0))
       <> (coalesce(history.available, 0), coalesce(history.held, 0))`,
  'held credits are the sum of the open holds': LEDGER_INVARIANTS['held credits are the sum of the open holds'],
  'a hold moved credits exactly as its state says': `
    SELECT holds.id FROM (
      SELECT * FROM holds WHERE state = 'held'
      UNION ALL SELECT * FROM holds WHERE settled_at > :from AND settled_at <= :to
    ) AS holds LEFT JOIN transfers ON transfers.hold_id = holds.id
    GROUP BY holds.id, holds.org_id, holds.amount, holds.state ${HOLD_MOVED_AS_ITS_STATE_SAYS}`,
} as const satisfies Partial<Record<LedgerInvariant, string>>;
