import { constants, PerformanceObserver } from 'node:perf_hooks';
import { setImmediate as macrotask } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { IDENTITY } from '#libs/document';
import { rasterize } from './rasterize.js';

const SIZE = { width: 800, height: 500 };
const ROUNDS = 300;

function paintLevel(level: number): Uint8Array {
  return rasterize(SIZE, IDENTITY, (context) => {
    context.fillStyle = `rgb(${level} 0 0)`;
    context.fillRect(0, 0, SIZE.width, SIZE.height);
  });
}

describe('rasterize', () => {
  it('frees what it painted, so that V8 does not search its heap for it', async () => {
    let collections = 0;
    const observer = new PerformanceObserver((list) => {
      const kinds = list.getEntries().map((entry) => (entry as unknown as { detail: { kind: number } }).detail.kind);
      collections += kinds.filter((kind) => kind === constants.NODE_PERFORMANCE_GC_MAJOR).length;
    });
    observer.observe({ entryTypes: ['gc'] });
    const levels: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const rgba = paintLevel(round % 256);
      levels.push(rgba.at(-4)!);
      if (round % 10 === 0) await macrotask();
    }
    await macrotask();
    observer.disconnect();
    expect(levels).toEqual(levels.map((_, round) => round % 256));
    // 480 MB of pixels, and as much of canvases: of what is left to V8, it would let 64 MB pile up.
    expect(collections).toBeLessThanOrEqual(2);
  });

  it('returns bytes that are valid until others are painted', () => {
    const first = paintLevel(1);
    expect(first).toHaveLength(SIZE.width * SIZE.height * 4);
    paintLevel(2);
    expect(first).toHaveLength(0);
  });
});
