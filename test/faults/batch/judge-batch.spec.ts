import { describe, expect, it } from '@jest/globals';
import { type BatchEvidence, type EndedBatch, judgeBatch } from './judge-batch.ts';

const batch: EndedBatch = {
  id: 'b',
  status: 'FINISHED',
  videos: { total: 1, completed: 1 },
  credits: { total: 2, held: 0, captured: 2 },
};
const video = { id: 'a', status: 'COMPLETED', credits: 2, error: null, fileSize: 10, canceledByCaller: false };
const held: BatchEvidence = {
  outcomes: [{ ...video, file: { status: 200, bytes: 10 } }],
  received: [
    { webhookId: 'evt-1', type: 'video.started', videoId: 'a', status: 'PROCESSING' },
    { webhookId: 'evt-2', type: 'video.finished', videoId: 'a', status: 'COMPLETED' },
  ],
  listed: 1,
  before: { available: 10, held: 0 },
  after: { available: 8, held: 0 },
  rows: 1,
  acceptedInS: 0.2,
  batch,
  manifest: [1],
  ends: [{ webhookId: 'evt-3', batch }],
};

describe('the judge of a batch', () => {
  it('is content with one that was accepted soon, completed, paid for and announced once', () => {
    expect(judgeBatch(held)).toEqual([]);
    expect(judgeBatch({ ...held, ends: [...held.ends, ...held.ends] })).toEqual([]); // an attempt was repeated
  });

  it.each<[string, Partial<BatchEvidence>, string]>([
    ['a slow acceptance', { acceptedInS: 5.3 }, 'accepted in 5.3 s'],
    ['a missing video', { outcomes: [], listed: 0, received: [] }, '1 rows became 0 videos'],
    ['a batch that does not end', { batch: { ...batch, status: 'PROCESSING' } }, 'the batch is PROCESSING'],
    ['a wrong count', { batch: { ...batch, videos: { total: 1, completed: 0 } } }, 'counts 0 of 1 videos'],
    ['credits that do not add up', { batch: { ...batch, credits: { total: 2, held: 0, captured: 1 } } }, 'not 2'],
    ['a manifest with a gap', { manifest: [2] }, 'not in order'],
    ['an end without an event', { ends: [] }, 'never received'],
    ['an end with two events', { ends: [...held.ends, { webhookId: 'evt-4', batch }] }, 'several ids'],
    ['a broken promise about a video', { after: { available: 8, held: 1 } }, 'still held'],
  ])('names %s', (_what, change, words) => {
    expect(judgeBatch({ ...held, ...change }).join('\n')).toContain(words);
  });
});
