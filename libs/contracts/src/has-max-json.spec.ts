import { describe, expect, it } from '@jest/globals';
import { MAX_BODY_JSON, MAX_REASON_CHARACTERS, MAX_VIDEO_JSON } from './bounds.js';
import { CreateTemplate, VideoUpdate } from './videos.js';
import { parseMessage } from './parse-message.js';

const ID = '0189c0de-0000-7000-8000-000000000001';
const MAX_REQUEST_BYTES = 1_048_576;

const parse = (document: object) => parseMessage(CreateTemplate, { org_id: ID, document });

describe('an object that travels as it came', () => {
  it('is refused where its JSON is longer than its bound, and not a character before', () => {
    const frame = JSON.stringify({ a: '' }).length;
    expect(parse({ a: 'x'.repeat(MAX_BODY_JSON - frame) })).toBeInstanceOf(CreateTemplate);
    expect(() => parse({ a: 'x'.repeat(MAX_BODY_JSON - frame + 1) })).toThrow();
  });

  it.each(['1e20', '"é"', '"\\ud800"', '[]', '{}'])('may be the largest request, made of %s', (piece) => {
    const pieces = Math.floor((MAX_REQUEST_BYTES - '{"a":[]}'.length + 1) / (Buffer.byteLength(piece) + 1));
    const body = JSON.parse(`{"a":[${Array.from({ length: pieces }, () => piece).join()}]}`) as object;
    expect(parse(body)).toBeInstanceOf(CreateTemplate);
  });

  it('may be a video that says as much as one can, all of it escaped', () => {
    const address = `https://${'a'.repeat(2_040)}`;
    const error = { code: 'RENDER_FAILED', message: '\u0001'.repeat(MAX_REASON_CHARACTERS), retryable: false };
    const metadata = '\u0001'.repeat(4_096);
    const video = { self: address, video_url: address, poster_url: address, metadata, error };
    expect(parseMessage(VideoUpdate, { org_id: ID, version: 1, video })).toBeInstanceOf(VideoUpdate);
    const long = { ...video, metadata: 'x'.repeat(MAX_VIDEO_JSON) };
    expect(() => parseMessage(VideoUpdate, { org_id: ID, version: 1, video: long })).toThrow();
  });
});
