import { createHash, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type Batch, BATCHES_RPC, type Template, type Video, VIDEOS_RPC } from '#libs/contracts';
import { eventually } from '#libs/testing';
import { useVideos } from '../testing/running-videos.js';

const videos = useVideos();
const org = randomUUID();
const URL_OF_RUN = 'https://hooks.example.com/resume/42?token=secret';
let template: Template;

beforeAll(async () => {
  const layers = [{ name: 'title', type: 'text', text: 'Hello' }];
  const document = { name: 'Greeting', width: 64, height: 64, pages: [{ number: 1, duration: 1, layers }] };
  template = await videos.rpc.call(VIDEOS_RPC.createTemplate, { org_id: org, document });
});

const shaOf = (body: object) => createHash('sha256').update(JSON.stringify(body)).digest('hex');

async function create(rest: object): Promise<Video> {
  const body = { template_id: template.id, format: 'mp4', ...rest };
  return (await videos.rpc.call(VIDEOS_RPC.createVideo, { org_id: org, body, body_sha256: shaOf(body) })).video;
}

async function createBatch(rows: string, rest: object): Promise<Batch> {
  const body = { template_id: template.id, format: 'mp4', ...rest };
  const request = { org_id: org, body, rows, row_format: 'csv' as const, body_sha256: shaOf({ body, rows }) };
  return (await videos.rpc.call(BATCHES_RPC.create, request)).batch;
}

async function finish(id: string): Promise<void> {
  videos.announce(3, 3);
  await videos.succeed(id, await videos.begin(id));
  await eventually(async () => {
    const { video } = await videos.rpc.call(VIDEOS_RPC.getVideo, { org_id: org, id });
    expect(video.status).toBe('COMPLETED');
  });
}

/** The orders to call back about a video or a batch. */
async function callbacksOf(id: string) {
  const rows = await videos.em
    .fork()
    .execute<{ subject: string; payload: Record<string, unknown> }[]>(
      `SELECT subject, payload FROM outbox WHERE subject LIKE 'video.callback.%' AND order_key = ? ORDER BY id`,
      [id],
    );
  return rows.map(({ subject, payload }): Record<string, unknown> => ({ subject, ...payload }));
}

const ofRow = async (batchId: string): Promise<string> => {
  const [row] = await videos.em.fork().execute<[{ id: string }]>(`SELECT id FROM videos WHERE batch_id = ?`, [batchId]);
  return row.id;
};

describe('a request with a webhook_url', () => {
  it('is called back once, when its video ends', async () => {
    const video = await create({ webhook_url: URL_OF_RUN, metadata: 'run 42' });
    expect(video).toMatchObject({ webhook_url: URL_OF_RUN, metadata: 'run 42' });
    await finish(video.id);
    expect(await callbacksOf(video.id)).toMatchObject([
      {
        subject: 'video.callback.video',
        type: 'video.finished',
        url: URL_OF_RUN,
        org_id: org,
        video: { id: video.id, status: 'COMPLETED', metadata: 'run 42' },
      },
    ]);
  });

  it('is called back for the events that it names, each once', async () => {
    const video = await create({ webhook_url: URL_OF_RUN, webhook_events: ['video.started', 'video.started'] });
    await finish(video.id);
    expect(await callbacksOf(video.id)).toMatchObject([{ type: 'video.started' }]);
    const both = await create({ webhook_url: URL_OF_RUN, webhook_events: ['video.finished', 'video.started'] });
    await finish(both.id);
    const events = (await callbacksOf(both.id)).map(({ type, after }) => [type, after]);
    expect(events).toEqual([
      ['video.started', undefined],
      ['video.finished', 1],
    ]);
    const silent = await create({});
    expect(silent.webhook_url).toBeNull();
    await finish(silent.id);
    expect(await callbacksOf(silent.id)).toEqual([]);
  });

  it.each([
    ['http://hooks.example.com/resume', 'webhook_url INVALID_VALUE webhook_url must be an https URL'],
    ['https://10.0.0.1/resume', 'webhook_url INVALID_VALUE must be a public address'],
    ['ftp://hooks.example.com/', 'webhook_url INVALID_FORMAT'],
    [`https://hooks.example.com/${'x'.repeat(2_048)}`, 'webhook_url VALUE_TOO_LARGE'],
  ])('is refused if the address may not receive events: %s', async (webhook_url, fault) => {
    const refused = await create({ webhook_url }).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'VALIDATION_ERROR' });
    const { details } = refused as { details: { field: string; code: string; message: string }[] };
    expect(details.map(({ field, code, message }) => `${field} ${code} ${message}`)).toEqual([
      expect.stringContaining(fault),
    ]);
  });
});

describe('a batch with a webhook_url', () => {
  it('is called back when it has finished, and its rows at addresses of their own', async () => {
    const rows = '1.title.text,video.webhook_url\nHi,https://hooks.example.com/row';
    const batch = await createBatch(rows, { webhook_url: URL_OF_RUN, metadata: 'autumn' });
    expect(batch).toMatchObject({ webhook_url: URL_OF_RUN, metadata: 'autumn' });
    const id = await ofRow(batch.id);
    await finish(id);
    expect(await callbacksOf(id)).toMatchObject([{ type: 'video.finished', url: 'https://hooks.example.com/row' }]);
    await eventually(async () =>
      expect(await callbacksOf(batch.id)).toMatchObject([
        { subject: 'video.callback.batch', url: URL_OF_RUN, batch: { id: batch.id, metadata: 'autumn' } },
      ]),
    );
  });

  it('without addresses of its rows calls back for itself alone', async () => {
    const batch = await createBatch('1.title.text\nHi', { webhook_url: URL_OF_RUN });
    const id = await ofRow(batch.id);
    await finish(id);
    expect(await callbacksOf(id)).toEqual([]);
  });

  it('whose row may not be called back there is refused with its row and column', async () => {
    const refused = createBatch('video.webhook_url\nhttps://10.0.0.1/x', {});
    await expect(refused).rejects.toMatchObject({ details: [{ field: 'rows[0].video.webhook_url' }] });
  });
});

describe('beside replicas of the version before', () => {
  /** Publishes an event as that version does, which knows no addresses. */
  const publishAsBefore = (subject: string, id: string, payload: object) =>
    videos.em.fork().execute(
      `INSERT INTO outbox (id, stream, subject, order_key, payload, trace_headers, published_at)
       VALUES (uuidv7(), 'VIDEO', ?, ?, ?, '{}', now())`,
      [subject, id, JSON.stringify(payload)],
    );

  it('their events are called back too, at the same address', async () => {
    const video = await create({ webhook_url: URL_OF_RUN });
    for (const type of ['video.started', 'video.finished']) {
      await publishAsBefore(type, video.id, { type, org_id: org, video: { id: video.id } });
    }
    const expected = { subject: 'video.callback.video', type: 'video.finished', org_id: org, video: { id: video.id } };
    expect(await callbacksOf(video.id)).toEqual([{ ...expected, url: URL_OF_RUN }]);
    const batch = await createBatch('1.title.text\nHi', { webhook_url: URL_OF_RUN });
    await publishAsBefore('video.batch.finished', batch.id, { type: 'batch.finished', batch: { id: batch.id } });
    expect(await callbacksOf(batch.id)).toMatchObject([{ subject: 'video.callback.batch', url: URL_OF_RUN }]);
  });
});
