import { packetsOf } from '../mp4/silent-track.js';

/** Encoders of one sound. Its packets depend on their number, so it is the same on every machine. */
const ENCODERS = 4;

/** Packets of a turn: 10.9 s, and 4 MB of samples, which may wait in memory. */
export const TURN_PACKETS = 512;

/** A sound of fewer turns is one turn: the run-ups would be more than a fifth of it. */
const MIN_TURNS = 20;

/**
 * Packets that an encoder makes before those of its turn, and that are left out. ffmpeg's encoder gives a packet bits by the
 * least perceptual entropy before it, which it forgets over 512 packets (`PSY_PE_FORGET_SLOPE`). One that begins needs as
 * many: after 64 its noise was up to 2.5 dB above that of an encoder of the whole sound, for seconds. For a later turn it
 * remembers enough, and needs only a few packets to divide time into windows as an encoder of the whole sound does.
 */
const FIRST_RUN_UP_PACKETS = 512;
const RUN_UP_PACKETS = 32;

/** One turn of an encoder: its next part of the sound. */
export interface AacTurn {
  encoder: number;
  /** Its input, `[fromBlock, toBlock)` in blocks as long as a packet; the last one of the sound may be shorter. */
  fromBlock: number;
  toBlock: number;
  /** The packets of its whole output that are kept, `[fromPacket, toPacket)`. */
  fromPacket: number;
  toPacket: number;
}

/**
 * Divides a sound among its encoders, by turns. The kept packets, in the order of the turns, are a stream of AAC: packet n has the
 * blocks n − 1 and n, and is encoded when n + 1 is known; the first one begins with silence, the last one ends with it.
 */
export function aacTurns(sampleCount: number): AacTurn[] {
  const packets = packetsOf(sampleCount);
  const blocks = packets - 1;
  if (packets <= (MIN_TURNS - 1) * TURN_PACKETS) {
    return [{ encoder: 0, fromBlock: 0, toBlock: blocks, fromPacket: 0, toPacket: packets }];
  }
  const given = Array.from({ length: ENCODERS }, () => 0);
  const turns: AacTurn[] = [];
  for (let first = 0; first < packets; first += TURN_PACKETS) {
    const encoder = turns.length % ENCODERS;
    const runUp = turns.length < ENCODERS ? FIRST_RUN_UP_PACKETS : RUN_UP_PACKETS;
    const fromBlock = Math.max(0, first - 1 - runUp);
    const end = Math.min(packets, first + TURN_PACKETS);
    const toBlock = Math.min(blocks, end + 1);
    const fromPacket = given[encoder]! + first - fromBlock;
    turns.push({ encoder, fromBlock, toBlock, fromPacket, toPacket: fromPacket + end - first });
    given[encoder]! += toBlock - fromBlock;
  }
  return turns;
}

/** Blocks that each encoder of a sound gets. */
export function blocksOfEncoders(turns: readonly AacTurn[]): number[] {
  const blocks: number[] = [];
  for (const { encoder, fromBlock, toBlock } of turns) {
    blocks[encoder] = (blocks[encoder] ?? 0) + toBlock - fromBlock;
  }
  return blocks;
}
