import { Module } from '@nestjs/common';
import { DatabaseModule } from '#libs/database';
import { MessagingModule } from '#libs/messaging';
import { OutboxModule } from '#libs/outbox';
import { loadConfig, RepeatedWork } from '#libs/runtime';
import { CreditsConfig } from './credits.config.js';
import { CREDITS_DATABASE } from './credits.database.js';
import { CREDITS_STREAMS } from './credits.streams.js';
import { BalanceAlerts } from './ledger/balance-alerts.js';
import { LedgerArchive } from './ledger/ledger-archive.js';
import { LedgerCheck } from './ledger/ledger-check.js';
import { LedgerController } from './ledger/ledger.controller.js';
import { LedgerService } from './ledger/ledger.service.js';
import { LedgerWatch } from './ledger/ledger-watch.js';
import { SettlementController } from './ledger/settlement.controller.js';

@Module({
  imports: [
    DatabaseModule.forService(CREDITS_DATABASE),
    MessagingModule.forService('credits'),
    OutboxModule.forStreams(CREDITS_STREAMS),
  ],
  controllers: [LedgerController, SettlementController],
  providers: [
    { provide: CreditsConfig, useFactory: () => loadConfig(CreditsConfig) },
    RepeatedWork,
    LedgerService,
    LedgerCheck,
    LedgerWatch,
    LedgerArchive,
    BalanceAlerts,
  ],
})
export class CreditsModule {}
