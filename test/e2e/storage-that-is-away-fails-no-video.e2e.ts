import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startSystem, type TestSystem } from '#libs/testing';
import { createTemplate, createVideo, movingDocument, untilEnded } from './steps.js';

const VIDEOS = 10;
const AWAY_MS = 20_000;

describe('a volume of the storage that is away for 20 s', () => {
  let system: TestSystem;

  beforeAll(async () => {
    system = await startSystem();
  });

  afterAll(() => system.stop());

  it('fails no video and costs none an attempt: what is drawn is kept until the volume is back', async () => {
    const template = await createTemplate(system, movingDocument(2, { width: 320, height: 180 }));
    const order = () => createVideo(system, { template_id: template, format: 'mp4' });
    const videos = await Promise.all(Array.from({ length: VIDEOS }, order));
    const [volume, elsewhere] = ['storage', 'elsewhere'].map((name) => join(system.dataFolder, name)) as [
      string,
      string,
    ];
    await rename(volume, elsewhere);
    await delay(AWAY_MS);
    await rename(elsewhere, volume); // would fail if anything had been written meanwhile
    for (const { id } of videos) expect(await untilEnded(system, id)).toMatchObject({ status: 'COMPLETED' });
    const [ends] = await system.query<{ faults: number; losses: number }>(
      'videos',
      'SELECT sum(faults)::int AS faults, sum(losses)::int AS losses FROM segments',
    );
    expect(ends).toEqual({ faults: 0, losses: 0 });
  }, 180_000);
});
