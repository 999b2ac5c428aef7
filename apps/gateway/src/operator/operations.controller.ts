import { Body, Get, Put, Query } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { MAX_PAGE_ENTRIES, OPERATOR_RPC, type Page, PageRequest } from '#libs/contracts';
import { RpcClient } from '#libs/messaging';
import { LimitBody } from '../http/request-shapes.js';
import {
  DEFAULT_RETRY_AFTER_S,
  type MaintenanceView,
  readMaintenance,
  switchMaintenanceOff,
  switchMaintenanceOn,
} from '../maintenance/maintenance-switch.js';
import { Maintenance } from '../maintenance/maintenance.js';
import { ApiController } from '../openapi/api-controller.js';
import { Operation } from '../openapi/operation.js';
import { AllOrganizations } from './all-organizations.service.js';
import {
  Failure,
  ListFailuresQuery,
  MaintenanceState,
  Queue,
  Renderer,
  SetMaintenanceBody,
} from './operation-requests.js';
import { MAX_OPERATOR_BYTES } from './all-organizations-requests.js';

/** The endpoints of what the installation does, for operators (docs/api/operator.md). */
@ApiController('operator', 'Operator', 'operate')
export class OperationsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly organizations: AllOrganizations,
    private readonly maintenance: Maintenance,
    private readonly em: EntityManager,
  ) {}

  @Get('queue')
  @Operation({
    id: 'getQueue',
    summary: 'Get the queue',
    description: 'The videos of all organizations that wait for a renderer, or are being rendered.',
    responses: [{ status: 200, description: 'The queue.', body: Queue }],
  })
  async queue(): Promise<Queue> {
    const { estimated_s, organizations, ...queue } = await this.rpc.call(OPERATOR_RPC.queue, {
      limit: MAX_PAGE_ENTRIES,
    });
    const names = await this.organizations.namesOf(organizations.map(({ org_id }) => org_id));
    return {
      ...queue,
      estimated_seconds: estimated_s,
      organizations: organizations.map(({ org_id: id, ...work }) => ({ id, name: names.get(id) ?? id, ...work })),
    };
  }

  @Get('renderers')
  @Operation({
    id: 'listRenderers',
    summary: 'List renderers',
    description: 'The renderers that have announced themselves in the last 10 seconds, by name.',
    responses: [{ status: 200, description: 'A page of renderers.', listOf: Renderer }],
  })
  async renderers(@Query() { limit, offset }: PageRequest): Promise<Page<Renderer>> {
    const { data, pagination } = await this.rpc.call(OPERATOR_RPC.renderers, { limit, offset });
    const shown = data.map(({ free, load_by_minute = [], ...each }) => ({
      ...each,
      load_by_minute,
      busy: each.slots - free,
    }));
    return { data: shown, pagination };
  }

  @Get('failures')
  @Operation({
    id: 'listFailures',
    summary: 'List failures',
    description:
      'The failed videos of all organizations, the latest failure first. The list reaches back to the latest 10,000.',
    responses: [{ status: 200, description: 'A page of failed videos.', listOf: Failure }],
  })
  async failures(@Query() { organization_id: org_id, ...query }: ListFailuresQuery): Promise<Page<Failure>> {
    const { data, pagination } = await this.rpc.call(OPERATOR_RPC.failures, { ...query, org_id });
    const names = await this.organizations.namesOf(data.map((video) => video.org_id));
    const failures = data.map(({ org_id: id, ...video }) => ({
      ...video,
      organization: { id, name: names.get(id) ?? id },
    }));
    return { data: failures, pagination };
  }

  @Get('maintenance')
  @Operation({
    id: 'getMaintenance',
    summary: 'Get the state of maintenance',
    description: 'Whether new videos are refused, and the message for callers.',
    responses: [{ status: 200, description: 'The state.', body: MaintenanceState }],
  })
  async readMaintenance(): Promise<MaintenanceState> {
    return toState(await readMaintenance(this.em.fork()));
  }

  @Put('maintenance')
  @LimitBody(MAX_OPERATOR_BYTES)
  @Operation({
    id: 'setMaintenance',
    summary: 'Switch maintenance on or off',
    description:
      'While maintenance is on, new videos, batches and retries of batches receive 503 with `Retry-After`. Everything else works, and videos that were accepted are finished. Every gateway follows within 2 s, and after a restart.',
    responses: [{ status: 200, description: 'The state.', body: MaintenanceState }],
  })
  async setMaintenance(@Body() { on, retry_after, message }: SetMaintenanceBody): Promise<MaintenanceState> {
    const em = this.em.fork();
    const order = { scope: 'new_videos', retryAfterS: retry_after ?? DEFAULT_RETRY_AFTER_S, message } as const;
    const state = on ? await switchMaintenanceOn(em, order) : await switchMaintenanceOff(em);
    await this.maintenance.look();
    return toState(state);
  }
}

/**
 * The state of maintenance as callers see it. It covers new videos only, because during maintenance of the whole API
 * callers cannot request it.
 */
function toState({ on, retry_after, message, since }: MaintenanceView): MaintenanceState {
  return { on, retry_after, message, since: since === null ? null : new Date(since).toISOString() };
}
