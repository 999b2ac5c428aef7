import { createReadStream } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { unwrap } from '#libs/client';
import { serve, startSystem, type TestServer, type TestSystem } from '#libs/testing';
import { cpuDuring, finished, type Rendered, renderedOf, slotPids, sum } from '../measured-system.ts';
import { mostMemory } from '../render/peak-memory.ts';
import { ADDRESS, FPS } from '../render/templates.ts';
import type { Json } from './documents/layers.ts';

/** Seconds without work, to see what the system uses while it waits. */
const IDLE_S = 10;
/** Time after which a video's result is processed, ms, which is a little longer than its caller waits. */
const SETTLED_MS = 500;

/** Resources that one video has used. */
export interface ServiceFigures {
  /** CPU seconds of all processes, without what they use while they wait. */
  allS: number;
  /** CPU seconds of the slot and its programs, by its own account; and those of them that do not grow with the frames. */
  slotS: number;
  fixedS: number;
  /** The same from the request until the result is settled, as the system counts them: of the slot's process, and of its programs. */
  ownS: number;
  programsS: number;
  /** Wall time by stage of the slot and of the upload, ms. */
  stages: Rendered['stage_ms'];
  /** The most that the slot and its programs held at once, bytes. */
  memory: number;
}

/** A whole system with one slot, and a server of the files that templates show. */
export class TemplateService {
  private readonly system: TestSystem;
  private readonly files: TestServer;
  /** CPU seconds that all processes use in a second without work. */
  idleS = 0;

  private constructor(system: TestSystem, files: TestServer) {
    this.system = system;
    this.files = files;
  }

  /**
   * @param assets the folder of the files
   * @param document rendered first, so that all processes have started and code is compiled
   */
  static async start(assets: string, document: Json): Promise<TemplateService> {
    const files = await serve(({ url = '' }, response) => {
      createReadStream(join(assets, basename(url)))
        .on('error', (error) => response.destroy(error))
        .pipe(response);
    });
    const system = await startSystem({ LOG_LEVEL: 'info', RENDER_SLOTS: '1' });
    await system.operator('credits', 'grant', system.orgId, '1000000');
    const service = new TemplateService(system, files);
    await service.render(document);
    const idle = await cpuDuring(system, () => delay(IDLE_S * 1000));
    service.idleS = sum(idle.values()) / IDLE_S;
    return service;
  }

  /**
   * Renders a template, and counts the CPU time of all processes from the request until the result is settled. A slot
   * keeps what it has painted for videos of the same size, so a template that returns is painted only if its size is
   * another.
   */
  async render(document: Json): Promise<ServiceFigures> {
    const [used, [video]] = await this.measured(document, {});
    return { ...used, ...ofSlot(video!), stages: video!.stage_ms };
  }

  /** Renders several sizes of a template as one order. The CPU time of the slot is that of each size. */
  async order(document: Json, sizes: readonly string[]): Promise<{ allS: number; slotS: readonly number[] }> {
    const [{ allS }, videos] = await this.measured(document, { sizes: [...sizes] });
    return { allS, slotS: videos.map((video) => ofSlot(video).slotS) };
  }

  private async measured(
    document: Json,
    asked: { sizes?: string[] },
  ): Promise<[Pick<ServiceFigures, 'allS' | 'ownS' | 'programsS' | 'memory'>, Rendered[]]> {
    const { system, idleS } = this;
    const { client } = system;
    const body = JSON.parse(JSON.stringify(document).replaceAll(ADDRESS, `${this.files.url}/`)) as Json;
    const template = await system.call('POST', '/templates', body);
    if (template.status !== 201) throw new Error(JSON.stringify(template.body));
    const { id: template_id } = template.body as { id: string };
    let videos: string[] = [];
    let memory = 0;
    const startedAt = performance.now();
    const used = await cpuDuring(system, async () => {
      const first = await unwrap(client.POST('/videos', { body: { template_id, format: 'mp4', fps: FPS, ...asked } }));
      const query = { batch_id: first.batch_id ?? undefined };
      const all = first.batch_id === null ? [first] : (await unwrap(client.GET('/videos', { params: { query } }))).data;
      videos = all.map(({ id }) => id);
      const ends = Promise.all(videos.map((id) => finished(system, id)));
      memory = await mostMemory(
        () => slotPids(system),
        ends.then(() => undefined),
      );
      await delay(SETTLED_MS);
    });
    const wallS = (performance.now() - startedAt) / 1000;
    const [ownS, programsS] = [used.get('slot')!, used.get('its programs')!];
    const allS = sum(used.values()) - idleS * wallS;
    return [{ allS, ownS, programsS, memory }, renderedOf(system, videos)];
  }

  async stop(): Promise<void> {
    await this.system.stop();
    await this.files.stop();
  }
}

function ofSlot({ cpu_ms: { frames_ms, fixed_ms } }: Rendered): Pick<ServiceFigures, 'slotS' | 'fixedS'> {
  return { slotS: (frames_ms + fixed_ms) / 1000, fixedS: fixed_ms / 1000 };
}
