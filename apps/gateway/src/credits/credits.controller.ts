import { Body, Get, Put, Query } from '@nestjs/common';
import {
  Balance,
  BalanceAlert,
  CreditDays,
  CREDITS_RPC,
  CreditTransaction,
  type Page,
  PageRequest,
  PeriodRequest,
} from '#libs/contracts';
import { RpcClient } from '#libs/messaging';
import { OrgId } from '../auth/authenticated-caller.js';
import { LimitBody } from '../http/request-shapes.js';
import { ApiController } from '../openapi/api-controller.js';
import { Operation } from '../openapi/operation.js';
import { SetAlertBody } from './credit-requests.js';

const MAX_ALERT_BYTES = 1_024;

/** The endpoints of credits (docs/api.md). */
@ApiController('credits', 'Credits')
export class CreditsController {
  constructor(private readonly rpc: RpcClient) {}

  @Get()
  @Operation({
    id: 'getCredits',
    summary: 'Get the balance',
    description: 'Credits that can be spent, and credits that are held for videos in progress.',
    responses: [{ status: 200, description: 'The balance.', body: Balance }],
  })
  balance(@OrgId() org_id: string): Promise<Balance> {
    return this.rpc.call(CREDITS_RPC.balance, { org_id });
  }

  @Get('alert')
  @Operation({
    id: 'getBalanceAlert',
    summary: 'Get the alert',
    description: 'The threshold of credits below which the organization is alerted.',
    responses: [{ status: 200, description: 'The alert.', body: BalanceAlert }],
  })
  alert(@OrgId() org_id: string): Promise<BalanceAlert> {
    return this.rpc.call(CREDITS_RPC.alert, { org_id });
  }

  @Put('alert')
  @LimitBody(MAX_ALERT_BYTES)
  @Operation({
    id: 'setBalanceAlert',
    summary: 'Set the alert',
    description:
      'Sets the threshold. When fewer credits can be spent, webhooks receive `alert.low_balance`, once until there are as many again; at once if there are fewer already.',
    responses: [{ status: 200, description: 'The alert.', body: BalanceAlert }],
    access: 'administer',
  })
  setAlert(@OrgId() org_id: string, @Body() { below }: SetAlertBody): Promise<BalanceAlert> {
    return this.rpc.call(CREDITS_RPC.setAlert, { org_id, below });
  }

  @Get('transactions')
  @Operation({
    id: 'listCreditTransactions',
    summary: 'List transactions',
    description:
      'Credits granted, held, captured and released, newest first. Transactions of videos that ended longer ago than the operator keeps them (90 days by default) are not listed or counted; the balance includes them. Grants are always listed.',
    responses: [{ status: 200, description: 'A page of transactions.', listOf: CreditTransaction }],
  })
  transactions(@OrgId() org_id: string, @Query() { limit, offset }: PageRequest): Promise<Page<CreditTransaction>> {
    return this.rpc.call(CREDITS_RPC.transactions, { org_id, limit, offset });
  }

  @Get('days')
  @Operation({
    id: 'listCreditDays',
    summary: 'List days',
    description:
      'Credits granted and captured on each day of a period of at most 366 days, and the balance at its end: by default the last 30 days. The last day is first.',
    responses: [{ status: 200, description: 'The days of the period.', body: CreditDays }],
  })
  days(@OrgId() org_id: string, @Query() { from, to }: PeriodRequest): Promise<CreditDays> {
    return this.rpc.call(CREDITS_RPC.days, { org_id, from, to });
  }
}
