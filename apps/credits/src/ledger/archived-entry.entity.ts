import { defineEntity, p } from '@mikro-orm/postgresql';
import { TRANSFER_KINDS } from './transfer-rules.js';

const ArchivedEntrySchema = defineEntity({
  name: 'ArchivedEntryRow',
  tableName: 'archived_entries',
  properties: {
    orgId: p.uuid().primary(),
    /** The first day of the UTC month that the transfers were made in. */
    month: p.date().primary(),
    kind: p.enum(TRANSFER_KINDS).primary(),
    account: p.text().primary(),
    /** Number of transfers; each has an entry in two accounts and so counts in two rows. */
    transfers: p.bigint('number'),
    /** Sum of their entries. */
    amount: p.bigint('number'),
  },
});

/** Sums of the entries of archived transfers, by organization, month, kind and account. */
export class ArchivedEntryRow extends ArchivedEntrySchema.class {}
ArchivedEntrySchema.setClass(ArchivedEntryRow);
