import { describe, expect, it } from '@jest/globals';
import type { WebhookEventType } from '#libs/contracts';
import { changesOf, foldEvents } from './endpoint-changes.js';
import { EndpointRow } from './endpoint.entity.js';

const started: WebhookEventType = 'video.started';
const finished: WebhookEventType = 'video.finished';
const endpoint = Object.assign(Object.create(EndpointRow.prototype) as EndpointRow, {
  url: 'https://a.example/',
  events: [started, finished],
  enabled: false,
  disabledReason: 'The endpoint answered 410 Gone.',
});

describe('changesOf', () => {
  it.each([
    ['nothing', {}, {}],
    ['the values that are there', { url: 'https://a.example/', events: [started, finished], enabled: false }, {}],
    ['the same events, one twice', { events: [started, finished, started] }, {}],
    ['another address', { url: 'https://b.example/' }, { url: 'https://b.example/' }],
    ['other events', { events: [finished, finished] }, { events: [finished] }],
    ['enabling, which forgets why it was disabled', { enabled: true }, { enabled: true, disabledReason: null }],
  ])('takes %s', (_what, body, changes) => expect(changesOf(endpoint, body)).toEqual(changes));
});

describe('foldEvents', () => {
  it('keeps each event once, in the order first named', () => {
    expect(foldEvents([finished, started, finished])).toEqual([finished, started]);
  });
});
