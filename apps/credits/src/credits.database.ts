import type { ServiceDatabase } from '#libs/database';
import { OUTBOX_ENTITIES, outboxMigration, outboxPartitionsMigration, outboxWindowsMigration } from '#libs/outbox';
import { Account } from './ledger/account.entity.js';
import { Hold } from './ledger/hold.entity.js';
import { Transfer } from './ledger/transfer.entity.js';
import { CreateLedger } from './migrations/2026-11-21-ledger.js';

/** The schema `credits`. */
export const CREDITS_DATABASE: ServiceDatabase = {
  name: 'credits',
  entities: [...OUTBOX_ENTITIES, Account, Hold, Transfer],
  migrations: [
    outboxMigration,
    outboxPartitionsMigration,
    outboxWindowsMigration,
    { name: '2026-11-21-ledger', class: CreateLedger },
  ],
};
