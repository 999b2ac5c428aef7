import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseAllDocuments } from 'yaml';
import { Metrics } from '#libs/runtime';
import { eventually, startNats, startPostgres, type TestNats, type TestPostgres } from '#libs/testing';
import { type RunningVideos, startVideos } from '../testing/running-videos.js';

const EXAMPLE = new URL('../../../../helm/framewright/examples/autoscaling.yaml', import.meta.url);

interface ScaledObject {
  kind: string;
  spec: { triggers: { type: string; metadata: { query: string } }[] };
}

/** What KEDA asks PostgreSQL for, as the chart says it. */
function kedaQuery(): string {
  const objects = parseAllDocuments(readFileSync(EXAMPLE, 'utf8')).map((each) => each.toJS() as ScaledObject | null);
  const scaled = objects.find((object) => object?.kind === 'ScaledObject')!;
  return scaled.spec.triggers.find(({ type }) => type === 'postgresql')!.metadata.query;
}

describe('the gauges of the queue', () => {
  let postgres: TestPostgres;
  let nats: TestNats;
  let videos: RunningVideos;

  beforeAll(async () => {
    [postgres, nats] = await Promise.all([startPostgres(), startNats()]);
    videos = await startVideos({ databaseUrl: await postgres.createOwner('videos'), natsUrl: nats.url });
  }, 60_000);

  afterAll(async () => {
    await videos.stop();
    await Promise.all([postgres.stop(), nats.stop()]);
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
      const [row] = await videos.em.fork().execute<[{ count: string }]>(kedaQuery());
      expect([sum, Number(row.count)]).toEqual([6, 6]);
      expect(Number(/^framewright_render_queue_oldest_seconds ([\d.]+)$/m.exec(text)?.[1])).toBeGreaterThan(0);
    });
  });
});
