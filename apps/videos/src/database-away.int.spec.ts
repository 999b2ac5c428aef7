import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { VIDEOS_RPC } from '#libs/contracts';
import { type LosableDatabase, LOSSES, startLosableDatabase } from '#libs/testing';
import { type RunningVideos, startVideos } from './testing/running-videos.js';

const TEMPLATE = {
  name: 'Clip',
  width: 320,
  height: 180,
  pages: [{ number: 1, duration: 1, layers: [{ name: 'title', type: 'text', text: 'Hello' }] }],
};

let database: LosableDatabase;
let videos: RunningVideos;

beforeAll(async () => {
  database = await startLosableDatabase('videos');
  videos = await startVideos({}, database);
});

afterAll(async () => {
  database.silence(); // a service must end without its database
  await videos.stop();
});

it.each(LOSSES)('says when to ask again while PostgreSQL is away: %s', async (loss) => {
  const { rpc } = videos;
  const org_id = randomUUID();
  const { id } = await rpc.call(VIDEOS_RPC.createTemplate, { org_id, document: TEMPLATE });
  const body = { template_id: id, format: 'mp4' };
  const create = () => rpc.call(VIDEOS_RPC.createVideo, { org_id, body, body_sha256: '' });
  const { video } = await create();
  const questions: (() => Promise<unknown>)[] = [
    () => rpc.call(VIDEOS_RPC.listVideos, { org_id }),
    () => rpc.call(VIDEOS_RPC.getVideo, { org_id, id: video.id }),
    () => rpc.call(VIDEOS_RPC.listTemplates, { org_id }),
    () => rpc.call(VIDEOS_RPC.getTemplate, { org_id, id }),
    () => rpc.call(VIDEOS_RPC.createTemplate, { org_id, document: TEMPLATE }),
    create,
  ];
  const answers = await database.askWhileLost(loss, questions);
  const refusal = expect.objectContaining({ code: 'INTERNAL_SERVER_ERROR', retryAfterS: 5 });
  expect(answers).toEqual(questions.map(() => ({ status: 'rejected', reason: refusal })));
});
