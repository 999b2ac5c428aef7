import type { ServiceDatabase } from '#libs/database';
import { OUTBOX_ENTITIES, outboxMigration, outboxPartitionsMigration, outboxWindowsMigration } from '#libs/outbox';
import { AccountDayRow } from './ledger/account-day.entity.js';
import { AccountRow } from './ledger/account.entity.js';
import { ArchivedEntryRow } from './ledger/archived-entry.entity.js';
import { CheckedSumRow, CheckpointRow } from './ledger/checkpoint.entity.js';
import { HoldRow } from './ledger/hold.entity.js';
import { TransferRow } from './ledger/transfer.entity.js';
import { CreateSchema } from './migrations/2026-11-26-schema.js';
import { AddBalanceAlerts } from './migrations/2026-11-28-balance-alerts.js';
import { AddSpenders } from './migrations/2026-11-27-spenders.js';

/** The schema `credits`. */
export const CREDITS_DATABASE: ServiceDatabase = {
  name: 'credits',
  entities: [
    ...OUTBOX_ENTITIES,
    AccountRow,
    AccountDayRow,
    HoldRow,
    TransferRow,
    ArchivedEntryRow,
    CheckpointRow,
    CheckedSumRow,
  ],
  migrations: [
    outboxMigration,
    outboxPartitionsMigration,
    outboxWindowsMigration,
    // Named after the last of the migrations that it replaces: a database in which that one has run has this schema.
    { name: '2026-11-23-reasons-of-grants', class: CreateSchema },
    { name: '2026-11-27-spenders', class: AddSpenders },
    { name: '2026-11-28-balance-alerts', class: AddBalanceAlerts },
  ],
};
