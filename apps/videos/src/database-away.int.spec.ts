import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { VIDEOS_RPC } from '#libs/contracts';
import {
  eventually,
  startNats,
  startPostgres,
  startSilentProxy,
  type SilentProxy,
  type TestNats,
  type TestPostgres,
} from '#libs/testing';
import { type RunningVideos, startVideos } from './testing/running-videos.js';

const TEMPLATE = {
  name: 'Clip',
  width: 320,
  height: 180,
  pages: [{ number: 1, duration: 1, layers: [{ name: 'title', type: 'text', text: 'Hello' }] }],
};

let postgres: TestPostgres;
let nats: TestNats;
let proxy: SilentProxy;
let videos: RunningVideos;

beforeAll(async () => {
  [postgres, nats] = await Promise.all([startPostgres(), startNats()]);
  proxy = await startSilentProxy(postgres.url);
  const databaseUrl = proxy.through(await postgres.createOwner('videos'));
  videos = await startVideos({ databaseUrl, natsUrl: nats.url });
});

afterAll(async () => {
  proxy.cut(); // work in the background may have minutes to wait on a connection that fell silent
  proxy.heal();
  await videos.stop();
  await proxy.stop();
  await Promise.all([postgres.stop(), nats.stop()]);
});

it('says when to ask again while PostgreSQL is away', async () => {
  const { rpc } = videos;
  const org_id = randomUUID();
  const { id } = await rpc.call(VIDEOS_RPC.createTemplate, { org_id, document: TEMPLATE });
  const video = { template_id: id, format: 'mp4', test: true };
  const create = () => rpc.call(VIDEOS_RPC.createVideo, { org_id, body: video, body_sha256: '' });
  const questions: (() => Promise<unknown>)[] = [
    () => rpc.call(VIDEOS_RPC.listVideos, { org_id }),
    () => rpc.call(VIDEOS_RPC.listTemplates, { org_id }),
    () => rpc.call(VIDEOS_RPC.getTemplate, { org_id, id }),
    () => rpc.call(VIDEOS_RPC.createTemplate, { org_id, document: TEMPLATE }),
    create,
  ];
  for (const ask of questions) await ask();
  proxy.cut();
  const answers = await Promise.allSettled(
    [...questions, () => rpc.call(VIDEOS_RPC.getVideo, { org_id, id })].map((ask) => ask()),
  );
  const refusal = expect.objectContaining({ code: 'INTERNAL_SERVER_ERROR', retryAfterS: 5 });
  expect(answers).toEqual(answers.map(() => ({ status: 'rejected', reason: refusal })));
  proxy.heal();
  for (const ask of questions) await eventually(ask);
});
