import { SAMPLE_RATE_HZ } from '../encode-plan.js';
import { box, words } from './boxes.js';
import type { EncodedTrack } from './track-file.js';

/** Samples of one packet of AAC. The first packet precedes the sound: the decoder overlaps each with the one before. */
export const PACKET_SAMPLES = 1024;

/** Packets of a sound. */
export function packetsOf(sampleCount: number): number {
  return 1 + Math.ceil(sampleCount / PACKET_SAMPLES);
}

/** A packet of AAC-LC of two channels without any spectrum. ffmpeg's encoder makes the same one of silence. */
const SILENT_PACKET = Buffer.from('211004608c1c', 'hex');
const SILENT_SAMPLE = { bytes: SILENT_PACKET.length, isKey: true, shownAt: 0 };

/** Stereo AAC at 48 kHz that is silent: one packet again and again. Nothing is encoded. */
export function silentTrack(sampleCount: number): EncodedTrack {
  const samples = Array.from({ length: packetsOf(sampleCount) }, () => SILENT_SAMPLE);
  return { description: DESCRIPTION, samples, data: () => repeated(SILENT_PACKET, samples.length) };
}

async function* repeated(packet: Uint8Array, count: number): AsyncGenerator<Uint8Array, void> {
  for (let index = 0; index < count; index++) yield await Promise.resolve(packet);
}

const CHANNELS = 2;
const SAMPLE_BITS = 16;
const BITS_PER_S = (SILENT_PACKET.length * 8 * SAMPLE_RATE_HZ) / PACKET_SAMPLES;
/** MPEG-4 audio, an audio stream (ISO/IEC 14496-1 §7.2.6.6). */
const MPEG4_AUDIO = [0x40, 0x15];
/** AAC-LC, 48 kHz, two channels; no spectral band replication (ISO/IEC 14496-3 §1.6.2.1, §1.6.5). */
const AAC_LC_STEREO = [0x11, 0x90, 0x56, 0xe5, 0x00];
/** The properties of packets are those that mp4 prescribes (ISO/IEC 14496-14 §3.1.2). */
const MP4_PACKETS = [0x02];

/** Content of `stsd` (ISO/IEC 14496-12 §12.2.3, 14496-14 §5.6). */
const DESCRIPTION = Buffer.concat([
  words(0, 1),
  box('mp4a', [
    words(0, 1, 0, 0, CHANNELS * 0x10000 + SAMPLE_BITS, 0, SAMPLE_RATE_HZ * 0x10000),
    box('esds', [words(0), streamDescriptor()]),
  ]),
]);

function streamDescriptor(): Buffer {
  const bufferBytes = Buffer.concat([Buffer.from(MPEG4_AUDIO), words(SILENT_PACKET.length).subarray(1)]);
  const decoder = descriptor(4, [
    bufferBytes,
    words(BITS_PER_S, BITS_PER_S),
    descriptor(5, [Buffer.from(AAC_LC_STEREO)]),
  ]);
  return descriptor(3, [Buffer.alloc(3), decoder, descriptor(6, [Buffer.from(MP4_PACKETS)])]);
}

/** A descriptor of less than 128 bytes (ISO/IEC 14496-1 §8.3.3). */
function descriptor(tag: number, content: readonly Uint8Array[]): Buffer {
  const bytes = Buffer.concat(content);
  return Buffer.concat([Buffer.from([tag, bytes.length]), bytes]);
}
