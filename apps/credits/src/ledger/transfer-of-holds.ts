/** SQL in a statement whose `hold` are new rows of `holds`: inserts the transfer of each, except of free ones. */
export const TRANSFER_OF_HOLDS = `INSERT INTO transfers (id, org_id, kind, hold_id, amount)
    SELECT gen_random_uuid(), org_id, 'hold', id, amount FROM hold WHERE amount > 0 RETURNING id, org_id, amount`;
