import type { ServiceDatabase } from '#libs/database';
import { OUTBOX_ENTITIES, outboxMigration, outboxPartitionsMigration, outboxWindowsMigration } from '#libs/outbox';
import { Account } from './ledger/account.entity.js';
import { ArchivedEntry } from './ledger/archived-entry.entity.js';
import { CheckedSum, Checkpoint } from './ledger/checkpoint.entity.js';
import { Hold } from './ledger/hold.entity.js';
import { Transfer } from './ledger/transfer.entity.js';
import { ArchiveLedger } from './migrations/2026-11-22-ledger-archive.js';
import { CreateLedger } from './migrations/2026-11-21-ledger.js';

/** The schema `credits`. */
export const CREDITS_DATABASE: ServiceDatabase = {
  name: 'credits',
  entities: [...OUTBOX_ENTITIES, Account, Hold, Transfer, ArchivedEntry, Checkpoint, CheckedSum],
  migrations: [
    outboxMigration,
    outboxPartitionsMigration,
    outboxWindowsMigration,
    { name: '2026-11-21-ledger', class: CreateLedger },
    { name: '2026-11-22-ledger-archive', class: ArchiveLedger },
  ],
};
