import { Controller } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import {
  type AnnouncedRenderer,
  type FailedVideo,
  ListFailures,
  OfOrganizations,
  OPERATOR_RPC,
  type Page,
  pageOf,
  PageRequest,
  ReadRenderQueue,
  type RenderQueue,
  type RunningVideos,
} from '#libs/contracts';
import { RpcHandler } from '#libs/messaging';
import { Dispatcher } from '../queue/dispatcher.js';
import { listFailures } from './failed-videos.js';
import { readRenderQueue } from './render-queue.js';

/** Serves {@link OPERATOR_RPC}. */
@Controller()
export class OperatorController {
  constructor(
    private readonly em: EntityManager,
    private readonly dispatcher: Dispatcher,
  ) {}

  @RpcHandler(OPERATOR_RPC.running)
  running({ org_ids }: OfOrganizations): Promise<RunningVideos[]> {
    return this.em.fork().execute(
      `SELECT org_id, count(*)::int AS videos FROM videos
          WHERE org_id = ANY (?::uuid[]) AND status = 'PROCESSING' GROUP BY org_id`,
      [`{${org_ids.join(',')}}`],
    );
  }

  @RpcHandler(OPERATOR_RPC.queue)
  queue({ limit }: ReadRenderQueue): Promise<RenderQueue> {
    return readRenderQueue(this.em.fork(), limit);
  }

  @RpcHandler(OPERATOR_RPC.renderers)
  renderers({ limit = 20, offset = 0 }: PageRequest): Page<AnnouncedRenderer> {
    const all = this.dispatcher.renderers.map(({ slots, atMs, load }) => ({
      worker: slots.worker,
      encoder: slots.encoder,
      slots: slots.total,
      free: slots.free,
      version: slots.version ?? null,
      load_last_5_minutes: load.percent(5, Date.now()),
      load_last_hour: load.percent(60, Date.now()),
      load_by_minute: load.byMinute(Date.now()),
      seen_at: new Date(atMs).toISOString(),
    }));
    return pageOf(all.slice(offset, offset + limit), all.length, { limit, offset });
  }

  @RpcHandler(OPERATOR_RPC.failures)
  failures(request: ListFailures): Promise<Page<FailedVideo>> {
    return listFailures(this.em.fork(), request);
  }
}
