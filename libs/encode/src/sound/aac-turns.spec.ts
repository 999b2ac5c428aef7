import { describe, expect, it } from '@jest/globals';
import { aacTurns, blocksOfEncoders } from './aac-turns.js';
import { packetsOf } from '../mp4/silent-track.js';

/** Samples of 19 turns, without the packet that precedes a sound. */
const LONGEST_ALONE = (19 * 512 - 1) * 1024;

describe('aacTurns', () => {
  it.each([1, 24_000, LONGEST_ALONE])('gives %i samples to one encoder', (sampleCount) => {
    expect(blocksOfEncoders(aacTurns(sampleCount))).toEqual([Math.ceil(sampleCount / 1024)]);
  });

  // One packet in the last turn, a last turn that is whole, as many as do not end alike, an hour.
  it.each([LONGEST_ALONE + 1, (20 * 512 - 1) * 1024, 2 ** 24 + 7, 3_600 * 48_000])(
    'keeps every packet of %i samples once, each encoded of its own blocks',
    (sampleCount) => {
      const blocks = Math.ceil(sampleCount / 1024);
      const turns = aacTurns(sampleCount);
      /** Blocks that each encoder has got, in its order. */
      const given = blocksOfEncoders(turns).map((): number[] => []);
      const kept: { encoder: number; packet: number }[] = [];
      for (const { encoder, fromBlock, toBlock, fromPacket, toPacket } of turns) {
        for (let block = fromBlock; block < toBlock; block++) given[encoder]!.push(block);
        for (let packet = fromPacket; packet < toPacket; packet++) kept.push({ encoder, packet });
      }
      expect(given).toHaveLength(4);
      expect(kept).toHaveLength(packetsOf(sampleCount));
      const wrong = kept.filter(({ encoder, packet }, n) => {
        const blockAt = (at: number): number => given[encoder]![at] ?? -1;
        const wanted = [n - 1, n, n + 1].map((block) => (block < blocks ? block : -1));
        return [packet - 1, packet, packet + 1].some((at, index) => blockAt(at) !== wanted[index]);
      });
      expect(wrong).toEqual([]);
    },
  );
});
