import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseEvents, type ServerSentEvent } from './server-sent-events.js';

const STREAM =
  '\uFEFFretry: 2000\n\nid: 7\nevent: video\ndata: {"a":"ä"}\n\n:\n\ndata:one\ndata: two\r\n\r\nid\rdata: 3\r\r';

async function parse(chunks: Uint8Array[]): Promise<ServerSentEvent[]> {
  async function* arriving(): AsyncGenerator<Uint8Array> {
    for (const chunk of chunks) yield await Promise.resolve(chunk);
  }
  const events: ServerSentEvent[] = [];
  for await (const event of parseEvents(arriving())) events.push(event);
  return events;
}

describe('parseEvents', () => {
  it('reads the same events however the bytes are cut', async () => {
    const bytes = new TextEncoder().encode(`${STREAM}\ndata: incomplete`);
    const cuts = fc.uniqueArray(fc.nat(bytes.length), { maxLength: 20 }).map((at) => at.sort((a, b) => a - b));
    await fc.assert(
      fc.asyncProperty(cuts, async (at) => {
        const ends = [...at, bytes.length];
        const chunks = ends.map((end, n) => bytes.subarray(n === 0 ? 0 : ends[n - 1], end));
        expect(await parse(chunks)).toEqual([
          { id: '7', type: 'video', data: '{"a":"ä"}' },
          { id: '7', type: 'message', data: 'one\ntwo' },
          { id: '', type: 'message', data: '3' },
        ]);
      }),
    );
  });
});
