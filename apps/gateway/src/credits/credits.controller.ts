import { Get, Query } from '@nestjs/common';
import { Balance, CREDITS_RPC, CreditTransaction, type Page, PageRequest } from '#libs/contracts';
import { RpcClient } from '#libs/messaging';
import { OrgId } from '../auth/authenticated-caller.js';
import { ApiController } from '../openapi/api-controller.js';
import { Operation } from '../openapi/operation.js';

/** API.md §5. */
@ApiController('credits', 'Credits')
export class CreditsController {
  constructor(private readonly rpc: RpcClient) {}

  @Get()
  @Operation({
    id: 'getCredits',
    summary: 'Read the balance',
    responses: [{ status: 200, description: 'The balance.', body: Balance }],
  })
  balance(@OrgId() org_id: string): Promise<Balance> {
    return this.rpc.call(CREDITS_RPC.balance, { org_id });
  }

  @Get('transactions')
  @Operation({
    id: 'listCreditTransactions',
    summary: 'List what credits were granted, held, captured and released',
    description:
      'Newest first. What videos moved that ended longer ago than the operator keeps it (90 days unless configured) is summed up: it is no longer listed or counted here, and the balance stays what it is. Grants are always listed.',
    responses: [{ status: 200, description: 'A page of transactions.', listOf: CreditTransaction }],
  })
  transactions(@OrgId() org_id: string, @Query() { limit, offset }: PageRequest): Promise<Page<CreditTransaction>> {
    return this.rpc.call(CREDITS_RPC.transactions, { org_id, limit, offset });
  }
}
