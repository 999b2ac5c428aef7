import { Get, Query } from '@nestjs/common';
import { PeriodRequest, Usage, VIDEOS_RPC } from '#libs/contracts';
import { RpcClient } from '#libs/messaging';
import { OrgId } from '../auth/authenticated-caller.js';
import { ApiController } from '../openapi/api-controller.js';
import { Operation } from '../openapi/operation.js';

/** The endpoint of usage (docs/api/usage.md). */
@ApiController('usage', 'Usage')
export class UsageController {
  constructor(private readonly rpc: RpcClient) {}

  @Get()
  @Operation({
    id: 'getUsage',
    summary: 'Get the usage',
    description:
      'Videos that ended on each day of a period of at most 366 days, the length and the price of the finished ones, and the failed ones by error code: by default the last 30 days. The last day is first.',
    responses: [{ status: 200, description: 'The usage by day.', body: Usage }],
  })
  usage(@OrgId() org_id: string, @Query() { from, to }: PeriodRequest): Promise<Usage> {
    return this.rpc.call(VIDEOS_RPC.usage, { org_id, from, to });
  }
}
