import { SAMPLE_RATE_HZ } from '../../encode-plan.js';

const HEADER_BYTES = 44;
const FLOAT_FORMAT = 3;
const CHANNELS = 2;
const BYTES_PER_SAMPLE = 4;

/** The header of a RIFF/WAVE file with `frames` frames of 32-bit float stereo at 48 kHz. */
export function waveHeader(frames: number): Uint8Array {
  const bytesPerFrame = CHANNELS * BYTES_PER_SAMPLE;
  const dataBytes = frames * bytesPerFrame;
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(HEADER_BYTES - 8 + dataBytes, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(FLOAT_FORMAT, 20);
  header.writeUInt16LE(CHANNELS, 22);
  header.writeUInt32LE(SAMPLE_RATE_HZ, 24);
  header.writeUInt32LE(SAMPLE_RATE_HZ * bytesPerFrame, 28);
  header.writeUInt16LE(bytesPerFrame, 32);
  header.writeUInt16LE(BYTES_PER_SAMPLE * 8, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(dataBytes, 40);
  return header;
}
