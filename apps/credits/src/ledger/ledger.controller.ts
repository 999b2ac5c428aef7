import { Controller } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import {
  type Balance,
  type BalanceAlert,
  type BalanceOf,
  type CreditDays,
  CREDITS_RPC,
  type CreditTransaction,
  GetBalance,
  type Grant,
  GrantCredits,
  type GrantReply,
  HoldCredits,
  HoldCreditsTogether,
  type HoldReply,
  ListCreditDays,
  ListGrants,
  ListOpenHolds,
  ListTransactions,
  OfOrganizations,
  type OpenHold,
  type Page,
  periodOf,
  ReleaseCredits,
  type ReleaseReply,
  SetAlert,
} from '#libs/contracts';
import { RpcHandler } from '#libs/messaging';
import { Logger } from '#libs/runtime';
import { BalanceAlerts } from './balance-alerts.js';
import { creditDays } from './credit-days.js';
import { balancesOf, listGrants } from './grants.js';
import { holdTogether } from './hold-together.js';
import { LedgerService, type Settlement } from './ledger.service.js';

/** Serves {@link CREDITS_RPC}. */
@Controller()
export class LedgerController {
  constructor(
    private readonly ledger: LedgerService,
    private readonly alerts: BalanceAlerts,
    private readonly em: EntityManager,
    private readonly log: Logger,
  ) {}

  @RpcHandler(CREDITS_RPC.hold)
  async hold({ org_id, hold_id, amount }: HoldCredits): Promise<HoldReply> {
    const reply = await this.ledger.hold({ org_id, hold_id, amount });
    this.log.info('credits.hold', { org_id, hold_id, amount, ...reply });
    return reply;
  }

  @RpcHandler(CREDITS_RPC.holdTogether)
  async holdTogether({ org_id, hold_ids, amounts, spender }: HoldCreditsTogether): Promise<HoldReply> {
    const reply = await holdTogether(this.em.fork(), { org_id, hold_ids, amounts, ...(spender && { spender }) });
    this.log.info('credits.hold_together', { org_id, holds: hold_ids.length, ...reply });
    return reply;
  }

  @RpcHandler(CREDITS_RPC.release)
  async release({ org_id, hold_id }: ReleaseCredits): Promise<ReleaseReply> {
    const outcome = await this.em.fork().transactional((em) => this.ledger.release(em, { org_id, hold_id }));
    this.log.info('credits.release', { org_id, hold_id, outcome });
    return { outcome };
  }

  @RpcHandler(CREDITS_RPC.capture)
  async capture({ org_id, hold_id }: ReleaseCredits): Promise<{ outcome: Settlement }> {
    const outcome = await this.em.fork().transactional((em) => this.ledger.capture(em, { org_id, hold_id }));
    this.log.info('credits.capture', { org_id, hold_id, outcome });
    return { outcome };
  }

  @RpcHandler(CREDITS_RPC.grant)
  async grant({ org_id, transfer_id, amount, reason }: GrantCredits): Promise<GrantReply> {
    const reply = await this.ledger.grant({ org_id, transfer_id, amount, reason });
    this.log.info('credits.grant', { org_id, transfer_id, amount, reason, ...reply });
    return reply;
  }

  @RpcHandler(CREDITS_RPC.grants)
  grants(request: ListGrants): Promise<Page<Grant>> {
    return listGrants(this.em.fork(), request);
  }

  @RpcHandler(CREDITS_RPC.balance)
  balance({ org_id }: GetBalance): Promise<Balance> {
    return this.ledger.balance(org_id);
  }

  @RpcHandler(CREDITS_RPC.balances)
  balances({ org_ids }: OfOrganizations): Promise<BalanceOf[]> {
    return balancesOf(this.em.fork(), org_ids);
  }

  @RpcHandler(CREDITS_RPC.transactions)
  transactions(request: ListTransactions): Promise<Page<CreditTransaction>> {
    return this.ledger.transactions(request);
  }

  @RpcHandler(CREDITS_RPC.days)
  days({ org_id, ...request }: ListCreditDays): Promise<CreditDays> {
    return creditDays(this.em, org_id, periodOf(request, new Date()));
  }

  @RpcHandler(CREDITS_RPC.alert)
  alert({ org_id }: GetBalance): Promise<BalanceAlert> {
    return this.alerts.of(org_id);
  }

  @RpcHandler(CREDITS_RPC.setAlert)
  setAlert({ org_id, below }: SetAlert): Promise<BalanceAlert> {
    return this.alerts.set({ org_id, below });
  }

  @RpcHandler(CREDITS_RPC.openHolds)
  openHolds(request: ListOpenHolds): Promise<OpenHold[]> {
    return this.ledger.openHolds(request);
  }
}
