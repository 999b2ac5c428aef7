import type { ServiceDatabase } from '#libs/database';
import { OUTBOX_ENTITIES, outboxMigration, outboxPartitionsMigration, outboxWindowsMigration } from '#libs/outbox';
import { AccountDayRow } from './ledger/account-day.entity.js';
import { AccountRow } from './ledger/account.entity.js';
import { ArchivedEntryRow } from './ledger/archived-entry.entity.js';
import { CheckedSumRow, CheckpointRow } from './ledger/checkpoint.entity.js';
import { HoldRow } from './ledger/hold.entity.js';
import { TransferRow } from './ledger/transfer.entity.js';
import { ArchiveLedger } from './migrations/2026-11-22-ledger-archive.js';
import { CountAccountDays } from './migrations/2026-11-23-account-days.js';
import { GiveReasonsOfGrants } from './migrations/2026-11-23-reasons-of-grants.js';
import { CreateLedger } from './migrations/2026-11-21-ledger.js';

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
    { name: '2026-11-21-ledger', class: CreateLedger },
    { name: '2026-11-22-ledger-archive', class: ArchiveLedger },
    { name: '2026-11-23-account-days', class: CountAccountDays },
    { name: '2026-11-23-reasons-of-grants', class: GiveReasonsOfGrants },
  ],
};
