import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { parseAllDocuments } from 'yaml';
import { OPERATOR_RPC } from '#libs/contracts';
import { Metrics } from '#libs/runtime';
import { eventually } from '#libs/testing';
import { expectedMs, type RunningVideos, startVideos } from '../testing/running-videos.js';

const EXAMPLE = new URL('../../../../helm/framewright/examples/autoscaling.yaml', import.meta.url);

/** The chart's default. */
const CPU_SECONDS_PER_SLOT = 30;
const COST_S = expectedMs() / 1_000;

interface ScaledObject {
  kind: string;
  spec: { triggers: { type: string; metadata: { query: string } }[] };
}

/** The query of the chart with which KEDA asks PostgreSQL. */
function kedaQuery(): string {
  const objects = parseAllDocuments(readFileSync(EXAMPLE, 'utf8')).map((each) => each.toJS() as ScaledObject | null);
  const scaled = objects.find((object) => object?.kind === 'ScaledObject')!;
  return scaled.spec.triggers.find(({ type }) => type === 'postgresql')!.metadata.query;
}

describe('the gauges of the queue', () => {
  let videos: RunningVideos;

  beforeAll(async () => {
    videos = await startVideos();
  }, 60_000);

  afterAll(async () => {
    await videos.stop();
  }, 30_000);

  it('add up to what KEDA scales renderers by', async () => {
    const org = randomUUID();
    for (let n = 0; n < 6; n++) await videos.accept(org); // three of them may be at work at once
    await eventually(async () => {
      const text = await videos.app.get(Metrics).scrape();
      const samples = [...text.matchAll(/^framewright_segments\{state="(\w+)",encoder="(\w+)"\} (\d+)$/gm)];
      const counts = new Map(samples.map(([, state, encoder, count]) => [`${state} ${encoder}`, Number(count)]));
      expect([...counts.keys()].sort()).toEqual(['DISPATCHED software', 'WAITING any']);
      const sum = [...counts.values()].reduce((a, b) => a + b, 0);
      expect(sum).toBe(6);
      const costs = [...text.matchAll(/^framewright_render_queue_cpu_seconds\{state="(\w+)"\} ([\d.]+)$/gm)];
      const seconds = new Map(costs.map(([, state, value]) => [state, Number(value)]));
      const [row] = await videos.em.fork().execute<[{ coalesce: string }]>(kedaQuery());
      const atWork = counts.get('DISPATCHED software')! * CPU_SECONDS_PER_SLOT;
      expect(Number(row.coalesce)).toBeCloseTo(seconds.get('WAITING')! + atWork, 3);
      expect(seconds.get('WAITING')! / counts.get('WAITING any')!).toBeCloseTo(COST_S, 3);
      expect(Number(/^framewright_render_queue_oldest_seconds ([\d.]+)$/m.exec(text)?.[1])).toBeGreaterThan(0);
    });
  });

  describe('an operator', () => {
    const nothing = { waiting: 0, rendering: 0, waiting_since: null, estimated_s: null, organizations: [] };
    const queue = () => videos.rpc.call(OPERATOR_RPC.queue, { limit: 2 });
    const time: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/);

    beforeEach(() => videos.clear());

    it('sees what waits and what is rendered, by organization, and how long it will take', async () => {
      expect(await queue()).toEqual(nothing);
      const [first, second] = [randomUUID(), randomUUID()];
      const begun = await videos.accept(first, 100);
      const { epoch } = await videos.begin(begun);
      await videos.accept(first, 200);
      await videos.accept(second, 300);
      expect(await queue()).toEqual({
        waiting: 2,
        rendering: 1,
        waiting_since: time,
        estimated_s: null,
        organizations: [
          { org_id: first, waiting: 1, rendering: 1, waiting_since: time },
          { org_id: second, waiting: 1, rendering: 0, waiting_since: time },
        ],
      });
      const running = await videos.rpc.call(OPERATOR_RPC.running, { org_ids: [first, second, randomUUID()] });
      expect(new Map(running.map(({ org_id, videos: count }) => [org_id, count]))).toEqual(
        new Map([
          [first, 2],
          [second, 1],
        ]),
      );
      await eventually(async () => {
        videos.heartbeat(begun, epoch, 50);
        expect((await queue()).estimated_s).toBeGreaterThan(0);
      });
    });

    it('sees the renderers that are alive', async () => {
      videos.announce(4, 1);
      const load = {
        load_last_5_minutes: expect.any(Number),
        load_last_hour: expect.any(Number),
        load_by_minute: expect.arrayContaining([expect.any(Number)]),
      };
      const facts = { worker: 'w1', encoder: 'software', slots: 4, free: 1, version: null, seen_at: time };
      const renderer = { ...facts, ...load };
      await eventually(async () =>
        expect((await videos.rpc.call(OPERATOR_RPC.renderers, {})).data).toEqual([renderer]),
      );
      videos.announce(0, 0); // as a renderer that stops
      await eventually(async () => expect((await videos.rpc.call(OPERATOR_RPC.renderers, {})).data).toEqual([]));
    });

    it('sees the latest failures of all organizations, by code and by organization', async () => {
      const orgs = [randomUUID(), randomUUID()];
      const codes = ['ASSET_FETCH_FAILED', 'RENDER_FAILED'] as const;
      for (const [index, org_id] of orgs.entries()) {
        const id = await videos.accept(org_id);
        const { epoch } = await videos.begin(id);
        await videos.report(id, epoch, { failure: { code: codes[index]!, message: 'gone', retryable: false } });
        await eventually(async () =>
          expect((await videos.rpc.call(OPERATOR_RPC.failures, { org_id })).pagination.total).toBe(1),
        );
      }
      const all = await videos.rpc.call(OPERATOR_RPC.failures, { limit: 1 });
      expect(all.pagination).toEqual({ limit: 1, offset: 0, total: 2, has_more: true });
      expect(all.data).toMatchObject([{ org_id: orgs[1], credits: 1, error: { code: codes[1] }, finished_at: time }]);
      const byCode = await videos.rpc.call(OPERATOR_RPC.failures, { code: codes[0] });
      expect(byCode.data).toMatchObject([{ org_id: orgs[0], error: { code: codes[0], message: 'gone' } }]);
    });
  });
});
