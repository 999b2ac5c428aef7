import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { type AacTurn, blocksOfEncoders, TURN_PACKETS } from './aac-turns.js';
import { startProcess, untilSuccess } from '../child-process.js';
import { aacArguments, aacTurnArguments, mixArguments } from '../encode-arguments.js';
import { PACKET_SAMPLES } from '../mp4/silent-track.js';
import { type EncodedTrack, writeTrack } from '../mp4/track-file.js';
import type { SoundGraph } from './sound-graph.js';

/** Bytes of a block of two channels, 32-bit floats. */
const BLOCK_BYTES = 8 * PACKET_SAMPLES;

interface AacJob {
  mix: SoundGraph;
  turns: readonly AacTurn[];
  /** For the encoders' files, which exist as long as the track is read. The caller removes it. */
  folder: string;
  ffmpeg: string;
  signal?: AbortSignal | undefined;
}

/**
 * Mixes a sound and encodes it: one of several turns in several processes at the same time, because ffmpeg's encoder uses one
 * thread and takes ten to twenty times as long as the mix. The bytes depend on the mix only. After an error no process runs
 * any more.
 *
 * @throws FfmpegError, or the signal's reason after an abort
 */
export async function encodeAac(job: AacJob): Promise<EncodedTrack> {
  await mkdir(job.folder, { recursive: true });
  return job.turns.length > 1 ? encodeByTurns(job) : encodeAlone(job);
}

async function encodeAlone({ mix, folder, ffmpeg, signal }: AacJob): Promise<EncodedTrack> {
  const encoder = startProcess(ffmpeg, aacArguments(mix), signal, 'bytes');
  encoder.stdin.end();
  return writeTrack(untilSuccess(encoder.stdout, encoder), join(folder, 'encoder'));
}

async function encodeByTurns({ mix, turns, folder, ffmpeg, signal }: AacJob): Promise<EncodedTrack> {
  const failed = new AbortController();
  const either = AbortSignal.any([failed.signal, ...(signal ? [signal] : [])]);
  const mixer = startProcess(ffmpeg, mixArguments(mix), either, 'bytes');
  mixer.stdin.end();
  const lanes = blocksOfEncoders(turns).map((_, lane) => {
    const encoder = startProcess(ffmpeg, aacTurnArguments(), either, 'bytes');
    const queue = new PassThrough({ readableHighWaterMark: TURN_PACKETS * BLOCK_BYTES });
    queue.pipe(encoder.stdin);
    return { encoder, queue, file: join(folder, `encoder-${lane}`) };
  });
  const queues = lanes.map(({ queue }) => queue);
  const encoding = lanes.map(({ encoder, file }) => writeTrack(untilSuccess(encoder.stdout, encoder), file));
  const parts = [
    ...[mixer, ...lanes.map(({ encoder }) => encoder)].map(({ finished }) => finished),
    ...encoding,
    deal(untilSuccess(mixer.stdout, mixer), turns, { queues, signal: either }),
  ];
  for (const part of parts) part.catch((error: unknown) => failed.abort(error));
  await Promise.allSettled(parts);
  either.throwIfAborted();
  const tracks = await Promise.all(encoding);
  const samples = turns.flatMap(({ encoder, fromPacket, toPacket }) =>
    tracks[encoder]!.samples.slice(fromPacket, toPacket),
  );
  return { description: tracks[0]!.description, samples, data: () => keptPackets(tracks, turns) };
}

/** Gives each encoder the samples of its turns. It waits while an encoder still has a whole turn to read. */
async function deal(
  samples: AsyncIterable<Uint8Array>,
  turns: readonly AacTurn[],
  { queues, signal }: { queues: readonly PassThrough[]; signal: AbortSignal },
): Promise<void> {
  let from = 0;
  for await (const chunk of samples) {
    const to = from + chunk.length;
    for (const { encoder, fromBlock, toBlock } of turns) {
      const [first, end] = [Math.max(from, fromBlock * BLOCK_BYTES), Math.min(to, toBlock * BLOCK_BYTES)];
      if (first >= end) continue;
      const queue = queues[encoder]!;
      if (!queue.write(chunk.subarray(first - from, end - from))) await once(queue, 'drain', { signal });
    }
    from = to;
  }
  for (const queue of queues) queue.end();
}

/** The packets that are kept, in the order of the turns. */
async function* keptPackets(
  tracks: readonly EncodedTrack[],
  turns: readonly AacTurn[],
): AsyncGenerator<Uint8Array, void> {
  const outputs = tracks.map((track) => ({ packets: track.data(), read: 0 }));
  try {
    for (const { encoder, fromPacket, toPacket } of turns) {
      const output = outputs[encoder]!;
      for (; output.read < toPacket; output.read++) {
        const { done, value } = await output.packets.next();
        if (!done && output.read >= fromPacket) yield value;
      }
    }
    // To their ends: the bytes read are compared with the bytes written.
    for (const { packets } of outputs) while (!(await packets.next()).done);
  } finally {
    for (const { packets } of outputs) await packets.return(); // closes the files after an error, too
  }
}
