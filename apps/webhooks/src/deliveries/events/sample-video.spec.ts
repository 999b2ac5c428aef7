import { describe, expect, it } from '@jest/globals';
import { Batch, VIDEO_EVENTS } from '#libs/contracts';
import { propertiesOf } from '#libs/template';
import { sampleBatch } from './sample-batch.js';
import { sampleVideo } from './sample-video.js';

const ID = '0189c0de-0000-7000-8000-000000000001';
const now = new Date('2026-11-21T10:00:00.000Z');

describe('sampleVideo', () => {
  it.each([
    ['video.started', { status: 'PROCESSING', finished_at: null, error: null, file_size: null }],
    ['video.finished', { status: 'COMPLETED', finished_at: now.toISOString(), progress: 100, error: null }],
    ['video.failed', { status: 'FAILED', finished_at: now.toISOString(), file_size: null }],
  ] as const)('shows a video as %s does', (type, expected) => {
    expect(sampleVideo(type, ID, now)).toMatchObject({ id: ID, updated_at: now.toISOString(), ...expected });
  });

  it('has the same keys for every event, as every Video', () => {
    const keys = VIDEO_EVENTS.map((type) => Object.keys(sampleVideo(type, ID, now)).sort());
    expect(keys).toEqual([keys[0], keys[0], keys[0]]);
  });

  it('says why, where a video failed', () => {
    expect(sampleVideo('video.failed', ID, now).error).toMatchObject({ code: 'ASSET_FETCH_FAILED' });
  });
});

describe('sampleBatch', () => {
  it('has every key of a Batch, in the order of the API', () => {
    expect(Object.keys(sampleBatch(ID, now))).toEqual([...propertiesOf(Batch).keys()]);
  });
});
