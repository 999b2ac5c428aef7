import { defineEntity, p } from '@mikro-orm/postgresql';
import { TRANSFER_KINDS } from './transfer-rules.js';

const ArchivedEntrySchema = defineEntity({
  name: 'ArchivedEntry',
  tableName: 'archived_entries',
  properties: {
    orgId: p.uuid().primary(),
    /** The first day of the UTC month that the transfers were made in. */
    month: p.date().primary(),
    kind: p.enum(TRANSFER_KINDS).primary(),
    account: p.text().primary(),
    /** How many transfers; each has an entry in two accounts, and so is counted in two rows. */
    transfers: p.bigint('number'),
    /** Sum of their entries. */
    amount: p.bigint('number'),
  },
});

/** What the entries of archived transfers of one organization, month, kind and account add up to. */
export class ArchivedEntry extends ArchivedEntrySchema.class {}
ArchivedEntrySchema.setClass(ArchivedEntry);
