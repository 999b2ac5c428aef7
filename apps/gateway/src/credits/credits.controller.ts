import { Get, Query } from '@nestjs/common';
import { type Balance, CREDITS_RPC, type CreditTransaction, type Page, PageRequest } from '#libs/contracts';
import { RpcClient } from '#libs/messaging';
import { OrgId } from '../auth/authenticated-caller.js';
import { ApiController } from '../http/api-controller.js';

/** API.md §5. */
@ApiController('credits')
export class CreditsController {
  constructor(private readonly rpc: RpcClient) {}

  @Get()
  balance(@OrgId() org_id: string): Promise<Balance> {
    return this.rpc.call(CREDITS_RPC.balance, { org_id });
  }

  @Get('transactions')
  transactions(@OrgId() org_id: string, @Query() { limit, offset }: PageRequest): Promise<Page<CreditTransaction>> {
    return this.rpc.call(CREDITS_RPC.transactions, { org_id, limit, offset });
  }
}
