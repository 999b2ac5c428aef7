import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SERVICE_EDGES } from '#libs/contracts';
import { eventually, type ServiceServers, startServers } from '#libs/testing';
import { startVideos, type RunningVideos } from '../testing/running-videos.js';
import { VIDEOS_STREAMS } from '../videos.streams.js';

/** Finished jobs of a busy installation in a week; more than the stream holds. */
const FINISHED_JOBS = 60_000;

let servers: ServiceServers;
let videos: RunningVideos;

beforeAll(async () => {
  servers = await startServers('videos');
  videos = await startVideos({}, servers);
});

afterAll(() => videos.stop());

describe('when JetStream has lost everything', () => {
  it('publishes jobs that are still open again, events again, and no job of a finished video', async () => {
    const org = randomUUID();
    const [open, done] = [await videos.accept(org), await videos.accept(org)];
    await eventually(() => expect([open, done].map((id) => videos.received.jobsOf(id))).toEqual([1, 1]));
    await videos.succeed(done, await videos.begin(done));
    const events = ['video.started PROCESSING', 'video.finished COMPLETED'];
    await eventually(() => expect(videos.received.eventsOf(done)).toEqual(events));
    await videos.em.fork().execute(
      `INSERT INTO outbox (id, stream, subject, order_key, payload, trace_headers, published_at)
       SELECT gen_random_uuid(), 'RENDER', 'render.job.software', gen_random_uuid() || ':0',
              jsonb_build_object('schema', 1, 'video_id', gen_random_uuid(), 'segment', 0), '{}', now()
         FROM generate_series(1, ?)`,
      [FINISHED_JOBS],
    );
    await servers.nats.wipeStore();
    await servers.nats.restart();
    const late = await videos.accept(org);
    await eventually(() => expect(videos.received.jobsOf(late)).toBe(1), { timeoutMs: 20_000 });
    expect(await videos.claim(late)).toMatchObject({ granted: true });
    await eventually(() => expect(videos.received.jobsOf(open)).toBe(2), { timeoutMs: 20_000 });
    await eventually(() => expect(videos.received.eventsOf(done)).toEqual([...events, ...events]), {
      timeoutMs: 20_000,
    });
    const ours = new Set([open, done, late]);
    expect(videos.received.jobs.filter(({ video_id }) => !ours.has(video_id))).toEqual([]);
    expect(videos.received.jobsOf(done)).toBe(1);
  }, 120_000);

  it('has a window for every stream that the service may publish into', () => {
    const emitted = new Set(SERVICE_EDGES.videos.emits.map(({ stream }) => stream));
    expect(new Set(Object.keys(VIDEOS_STREAMS))).toEqual(emitted);
    expect(SERVICE_EDGES.webhooks.emits).toEqual([]);
  });
});
