import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  eventually,
  newTestOrganization,
  type Receiver,
  startReceiver,
  temporaryFolder,
  type TestOrganization,
} from '#libs/testing';
import { balance, createTemplate, createVideo, movingDocument, registerWebhook, untilEnded } from './steps.js';

const run = promisify(execFile);

describe('a video', () => {
  let system: TestOrganization;
  let receiver: Receiver;

  beforeAll(async () => {
    [system, receiver] = await Promise.all([newTestOrganization(), startReceiver()]);
  });

  afterAll(async () => {
    await receiver.stop();
  });

  it('is rendered, paid for once, announced in order with a verified signature, and served with ranges', async () => {
    const { secret } = await registerWebhook(system, receiver.url);
    const before = await balance(system);
    const template = await createTemplate(system, movingDocument(3.5, { width: 640, height: 360 }));
    const accepted = await createVideo(system, { template_id: template, format: 'mp4', metadata: 'order 7' });
    expect(accepted).toMatchObject({ status: 'PROCESSING', progress: 0, credits: 4, file_size: null });

    const video = await untilEnded(system, accepted.id);
    expect(video).toMatchObject({
      status: 'COMPLETED',
      progress: 100,
      metadata: 'order 7',
      video_url: accepted.video_url,
    });
    await eventually(async () => {
      expect(await balance(system)).toEqual({ available: before.available - 4, held: before.held });
    });
    expect((await system.call('GET', '/credits')).body).toEqual(await balance(system));
    const { body: history } = await system.call('GET', '/credits/transactions?limit=2');
    expect(history).toMatchObject({
      data: [
        { kind: 'capture', amount: 4, video_id: video.id },
        { kind: 'hold', amount: 4, video_id: video.id },
      ],
      pagination: { total: 3 },
    });
    await eventually(() => receiver.calls.length === 2);
    expect(receiver.verified(secret).map(({ type, data }) => [type, data.id, data.status])).toEqual([
      ['video.started', video.id, 'PROCESSING'],
      ['video.finished', video.id, 'COMPLETED'],
    ]);

    const file = join(temporaryFolder('video'), 'video.mp4');
    const download = await fetch(video.video_url);
    expect(download.headers.get('content-type')).toBe('video/mp4');
    await writeFile(file, Buffer.from(await download.arrayBuffer()));
    const part = await fetch(video.video_url, { headers: { range: 'bytes=0-99' } });
    expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 100]);
    expect(await describeMedia(file)).toEqual([
      expect.objectContaining({
        codec_name: 'h264',
        profile: 'High',
        pix_fmt: 'yuv420p',
        width: 640,
        height: 360,
        nb_read_frames: '84',
      }),
      expect.objectContaining({ codec_name: 'aac', sample_rate: '48000', channels: 2 }),
    ]);
  });

  it('is not served before it is complete', async () => {
    const template = await createTemplate(system, movingDocument(20, { width: 1280, height: 720 }));
    const { id, video_url } = await createVideo(system, { template_id: template, format: 'mp4' });
    const early = await fetch(video_url);
    expect([early.status, early.headers.get('cache-control')]).toEqual([404, 'no-store']);
    expect((await untilEnded(system, id)).status).toBe('COMPLETED');
    expect((await fetch(video_url)).status).toBe(200);
  });
});

async function describeMedia(file: string): Promise<Record<string, unknown>[]> {
  const { stdout } = await run('ffprobe', ['-v', 'error', '-count_frames', '-show_streams', '-of', 'json', file]);
  return (JSON.parse(stdout) as { streams: Record<string, unknown>[] }).streams;
}
