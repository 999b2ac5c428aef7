import { Controller } from '@nestjs/common';
import { GetUsage, periodOf, type Usage, VIDEOS_RPC } from '#libs/contracts';
import { PreparedStatements } from '#libs/database';
import { RpcHandler } from '#libs/messaging';
import { readUsage } from './usage-days.js';
import { usageOf } from './usage-of.js';

/** Serves `rpc.videos.usage`. */
@Controller()
export class UsageController {
  constructor(private readonly statements: PreparedStatements) {}

  @RpcHandler(VIDEOS_RPC.usage)
  async usage({ org_id, ...request }: GetUsage): Promise<Usage> {
    const period = periodOf(request, new Date());
    return usageOf(await readUsage(this.statements, org_id, period), period);
  }
}
