import { Get, Query } from '@nestjs/common';
import {
  CreatorInUse,
  type Page,
  PeriodPageRequest,
  TemplateInUse,
  Usage,
  UsageRequest,
  VIDEOS_RPC,
} from '#libs/contracts';
import { RpcClient } from '#libs/messaging';
import { OrgId } from '../auth/authenticated-caller.js';
import { ApiController } from '../openapi/api-controller.js';
import { Operation } from '../openapi/operation.js';
import { Creators } from '../creators/creators.js';

/** The endpoints of usage (docs/api/usage.md). */
@ApiController('usage', 'Usage')
export class UsageController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly creators: Creators,
  ) {}

  @Get()
  @Operation({
    id: 'getUsage',
    summary: 'Get the usage',
    description:
      'Videos that ended on each day of a period of at most 366 days, the length and the price of the finished ones, and the failed ones by error code: by default the last 30 days. The last day is first.',
    responses: [{ status: 200, description: 'The usage by day.', body: Usage }],
  })
  usage(@OrgId() org_id: string, @Query() { from, to, of }: UsageRequest): Promise<Usage> {
    return this.rpc.call(VIDEOS_RPC.usage, { org_id, from, to, ...(of !== undefined && { of }) });
  }

  @Get('templates')
  @Operation({
    id: 'listTemplatesInUse',
    summary: 'List the usage by template',
    description:
      'The templates whose videos ended in a period of at most 366 days, those that cost most first: by default of the last 30 days.',
    responses: [{ status: 200, description: 'A page of templates.', listOf: TemplateInUse }],
  })
  byTemplate(
    @OrgId() org_id: string,
    @Query() { from, to, limit, offset }: PeriodPageRequest,
  ): Promise<Page<TemplateInUse>> {
    return this.rpc.call(VIDEOS_RPC.usageByTemplate, { org_id, from, to, limit, offset });
  }

  @Get('creators')
  @Operation({
    id: 'listCreatorsInUse',
    summary: 'List the usage by key and member',
    description:
      'The keys and members whose videos ended in a period of at most 366 days, those that cost most first: by default of the last 30 days.',
    responses: [{ status: 200, description: 'A page of keys and members.', listOf: CreatorInUse }],
  })
  async byCreator(
    @OrgId() org_id: string,
    @Query() { from, to, limit, offset }: PeriodPageRequest,
  ): Promise<Page<CreatorInUse>> {
    const page = await this.rpc.call(VIDEOS_RPC.usageByCreator, { org_id, from, to, limit, offset });
    return { ...page, data: await this.creators.named(org_id, page.data) };
  }
}
