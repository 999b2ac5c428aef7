import { describe, expect, it } from '@jest/globals';
import { Video, VIDEO_EVENTS } from '#libs/contracts';
import { propertiesOf } from '#libs/template';
import { freezeBody } from './freeze-body.js';
import { sampleVideo } from './sample-video.js';

const ORG = '5b1f0d8a-4f0e-4b7c-8a45-2f3d1c0b9a87';
const DECLARED = [...propertiesOf(Video).keys()];

/** An object as jsonb returns it: shorter keys first. */
function asStored(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]): [string, unknown] => [key, asStored(inner)]);
  return Object.fromEntries(entries.sort(([a], [b]) => a.length - b.length || (a < b ? -1 : 1)));
}

describe('the body of an event', () => {
  it.each(VIDEO_EVENTS)('has its keys in the order of the API, as a real %s and as a test', (type) => {
    const video = sampleVideo(type, ORG, new Date(0));
    const payload = { type, timestamp: video.updated_at, org_id: ORG };
    const real = freezeBody({ ...payload, data: asStored(video) as Video }).toString();
    const test = freezeBody({ ...payload, data: video }, true).toString();
    const { data } = JSON.parse(real) as { data: Video };
    expect(Object.keys(data)).toEqual(DECLARED);
    if (data.error) expect(Object.keys(data.error)).toEqual(['code', 'message', 'retryable']);
    expect(test).toBe(`${real.slice(0, -1)},"test":true}`);
  });

  it('keeps keys of a later release, after the known ones', () => {
    const video = { later: 1, ...sampleVideo('video.finished', ORG, new Date(0)) };
    const body = freezeBody({ type: 'video.finished', timestamp: video.updated_at, org_id: ORG, data: video });
    expect(Object.keys((JSON.parse(body.toString()) as { data: object }).data)).toEqual([...DECLARED, 'later']);
  });
});
