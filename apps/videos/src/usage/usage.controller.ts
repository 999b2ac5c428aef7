import { Controller } from '@nestjs/common';
import {
  type CreatorInUse,
  type GetUsage,
  type ListUsage,
  type Page,
  periodOf,
  type TemplateInUse,
  type Usage,
  VIDEOS_RPC,
} from '#libs/contracts';
import { PreparedStatements } from '#libs/database';
import { RpcHandler } from '#libs/messaging';
import { readUsage } from './usage-days.js';
import { usageOf } from './usage-of.js';
import { readUsageOf, type SplitRequest, usageByCreator, usageByTemplate } from './usage-splits.js';

/** Serves the requests about usage. */
@Controller()
export class UsageController {
  constructor(private readonly statements: PreparedStatements) {}

  @RpcHandler(VIDEOS_RPC.usage)
  async usage({ org_id, of, ...request }: GetUsage): Promise<Usage> {
    const period = periodOf(request, new Date());
    const rows =
      of === undefined
        ? await readUsage(this.statements, org_id, period)
        : await readUsageOf(this.statements, org_id, Object.assign(period, { of }));
    return usageOf(rows, period);
  }

  @RpcHandler(VIDEOS_RPC.usageByTemplate)
  byTemplate({ org_id, ...request }: ListUsage): Promise<Page<TemplateInUse>> {
    return usageByTemplate(this.statements, org_id, splitOf(request));
  }

  @RpcHandler(VIDEOS_RPC.usageByCreator)
  byCreator({ org_id, ...request }: ListUsage): Promise<Page<CreatorInUse>> {
    return usageByCreator(this.statements, org_id, splitOf(request));
  }
}

function splitOf({ limit = 20, offset = 0, ...request }: Omit<ListUsage, 'org_id'>): SplitRequest {
  return Object.assign(periodOf(request, new Date()), { limit, offset });
}
