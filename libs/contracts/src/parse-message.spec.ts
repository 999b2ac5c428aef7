import { describe, expect, it } from '@jest/globals';
import { RenderOutput, RenderResult } from './render.js';
import { CreateVideo } from './videos.js';
import { parseMessage } from './parse-message.js';

const ID = '0189c0de-0000-7000-8000-000000000001';

describe('parseMessage', () => {
  it.each(['{"constructor":{"prototype":{"isAdmin":true}}}', '{"__proto__":{"isAdmin":true}}', '{"then":1}'])(
    "leaves a caller's body as it is: %s",
    (text) => {
      const body = JSON.parse(text) as object;
      const message = parseMessage(CreateVideo, { org_id: ID, body, body_sha256: 'a'.repeat(64) });
      expect(message).toBeInstanceOf(CreateVideo);
      expect(JSON.stringify(message.body)).toBe(text);
    },
  );

  it('instantiates nested classes and drops unknown fields', () => {
    const output = { key: 'k', file_size: 1, frames: 1, duration: 1, shade: 'red' };
    const result = { schema: 1, video_id: ID, segment: 0, epoch: 1, worker: 'w', output, extra: true };
    const message = parseMessage(RenderResult, result);
    expect(message.output).toBeInstanceOf(RenderOutput);
    expect(message).not.toHaveProperty('extra');
    expect(message.output).not.toHaveProperty('shade');
  });

  it('refuses what breaks a rule, within as well', () => {
    expect(() => parseMessage(RenderResult, { schema: 1, output: { key: 7 } })).toThrow();
    expect(() => parseMessage(CreateVideo, [])).toThrow();
  });
});
