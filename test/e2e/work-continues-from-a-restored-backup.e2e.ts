import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, startSystem, type TestSystem } from '#libs/testing';
import { balance, createTemplate, createVideo, movingDocument, untilDrawing, untilEnded } from './steps.js';

describe('a backup of PostgreSQL and the files', () => {
  let system: TestSystem;

  beforeAll(async () => {
    system = await startSystem({ LEASE_TIMEOUT_MS: '5000', RECONCILE_INTERVAL_MS: '1000' });
  }, 120_000);

  afterAll(() => system.stop(), 60_000);

  it('work continues when PostgreSQL is restored without NATS: finished videos are served, unfinished ones are rendered', async () => {
    const { available } = await balance(system);
    const template = await createTemplate(system, movingDocument(10, { width: 1280, height: 720 }));
    const order = () => createVideo(system, { template_id: template, format: 'mp4' });
    const done = await untilEnded(system, (await order()).id);
    expect(done).toMatchObject({ status: 'COMPLETED' });
    const begun = await order();
    await untilDrawing(system, begun.id);
    await system.killSupervisor();
    const [data, backup] = [system.dataFolder, join(system.dataFolder, 'backup')];
    for (const name of ['postgres', 'storage']) cpSync(join(data, name), join(backup, name), { recursive: true });

    await system.restart();
    const later = await order();
    for (const { id } of [begun, later]) await untilEnded(system, id);

    await system.killSupervisor();
    rmSync(join(data, 'nats'), { recursive: true });
    for (const name of ['postgres', 'storage']) {
      rmSync(join(data, name), { recursive: true });
      cpSync(join(backup, name), join(data, name), { recursive: true });
    }
    await system.restart();
    expect((await system.call('GET', `/videos/${later.id}`)).status).toBe(404);
    expect((await fetch(new URL(new URL(done.video_url).pathname, system.assetsUrl))).status).toBe(200);
    expect((await untilEnded(system, begun.id, 150_000)).status).toBe('COMPLETED');
    await eventually(async () => {
      expect(await balance(system)).toEqual({ available: available - done.credits - begun.credits, held: 0 });
    });
  }, 400_000);
});
