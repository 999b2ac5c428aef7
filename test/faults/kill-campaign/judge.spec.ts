import { describe, expect, it } from '@jest/globals';
import { type Evidence, judge, type Outcome, type ReceivedEvent } from './judge.ts';

const completed: Outcome = {
  id: 'a',
  status: 'COMPLETED',
  credits: 2,
  error: null,
  file: { status: 200, bytes: 10 },
  fileSize: 10,
  canceledByCaller: false,
};
const started: ReceivedEvent = { webhookId: 'evt-1', type: 'video.started', videoId: 'a', status: 'PROCESSING' };
const finished: ReceivedEvent = { webhookId: 'evt-2', type: 'video.finished', videoId: 'a', status: 'COMPLETED' };
const failed: ReceivedEvent = { webhookId: 'evt-3', type: 'video.failed', videoId: 'a', status: 'CANCELED' };
const held: Evidence = {
  outcomes: [completed],
  received: [started, finished, finished],
  listed: 1,
  before: { available: 10, held: 0 },
  after: { available: 8, held: 0 },
};
const canceled: Evidence = {
  ...held,
  outcomes: [{ ...completed, status: 'CANCELED', file: null, fileSize: null, canceledByCaller: true }],
  received: [failed],
  after: held.before,
};

describe('the judge of a kill campaign', () => {
  it('is content with a completed video, announced at least once and paid for once', () => {
    expect(judge(held)).toEqual([]);
  });

  it('is content with a video that its caller canceled, free of charge', () => {
    expect(judge(canceled)).toEqual([]);
  });

  it.each<[string, Evidence, string]>([
    ['a failed video', { ...held, outcomes: [{ ...completed, status: 'FAILED', error: 'RENDER_TIMEOUT' }] }, 'FAILED'],
    ['a video that never ends', { ...held, outcomes: [{ ...completed, status: 'PROCESSING' }] }, 'PROCESSING'],
    [
      'a cancel out of nowhere',
      { ...canceled, outcomes: [{ ...completed, status: 'CANCELED' }] },
      'no caller canceled',
    ],
    ['a lost file', { ...held, outcomes: [{ ...completed, file: { status: 404, bytes: 0 } }] }, 'answered 404'],
    ['half a file', { ...held, outcomes: [{ ...completed, file: { status: 200, bytes: 5 } }] }, '5 bytes'],
    ['a missing end', { ...held, received: [started] }, 'video.finished was never received'],
    ['a missing start', { ...held, received: [finished] }, 'video.started was never received'],
    ['two kinds of end', { ...held, received: [started, finished, failed] }, 'both ways'],
    ['a wrong order', { ...held, received: [finished, started] }, 'before video.started'],
    [
      'an event sent twice as two',
      { ...held, received: [started, finished, { ...finished, webhookId: 'x' }] },
      '2 ids',
    ],
    ['a video made twice', { ...held, listed: 2 }, '2 are listed'],
    [
      'an event of an unknown video',
      { ...held, received: [...held.received, { ...started, videoId: 'b' }] },
      'never accepted',
    ],
    ['credits that stay held', { ...held, after: { available: 8, held: 2 } }, 'still held'],
    ['credits captured twice', { ...held, after: { available: 6, held: 0 } }, 'balance is 6'],
  ])('names %s', (_, evidence, words) => {
    expect(judge(evidence).join('\n')).toContain(words);
  });
});
