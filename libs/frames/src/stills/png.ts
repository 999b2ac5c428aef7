import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import type { Size } from '#libs/document';

const deflated = promisify(deflate);

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** 8 bits of red, green and blue; deflate; the five filters; not interlaced. */
const HEADER_END = [8, 2, 0, 0, 0];
/** The filter that writes every byte less the one above it. */
const UP = 2;
/** Level of zlib, 0..9: a first match is taken. */
const LEVEL = 1;

/**
 * Opaque RGBA as a PNG file (W3C PNG, third edition). Ten times faster than Skia's encoder, which tries every filter and
 * searches long for matches; the file is a fifth larger.
 */
export async function writePng(rgba: Uint8Array, { width, height }: Size): Promise<Buffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set(HEADER_END, 8);
  const pixels = await deflated(filteredRows(rgba, { width, height }), { level: LEVEL });
  return Buffer.concat([Buffer.from(SIGNATURE), chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND')]);
}

function filteredRows(rgba: Uint8Array, { width, height }: Size): Uint8Array {
  const rows = new Uint8Array((1 + 3 * width) * height);
  const stride = 4 * width;
  let out = 0;
  for (let y = 0; y < height; y++) {
    rows[out++] = UP;
    const end = (y + 1) * stride;
    // Above the first row are zeros: it is written as it is.
    if (y === 0) {
      for (let at = 0; at < end; at += 4)
        for (let channel = 0; channel < 3; channel++) rows[out++] = rgba[at + channel]!;
      continue;
    }
    for (let at = y * stride; at < end; at += 4) {
      rows[out] = rgba[at]! - rgba[at - stride]!;
      rows[out + 1] = rgba[at + 1]! - rgba[at - stride + 1]!;
      rows[out + 2] = rgba[at + 2]! - rgba[at - stride + 2]!;
      out += 3;
    }
  }
  return rows;
}

function chunk(type: string, data: Uint8Array = new Uint8Array()): Buffer {
  const bytes = Buffer.alloc(12 + data.length);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(type, 4, 'latin1');
  bytes.set(data, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length);
  return bytes;
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = CRC_TABLE[(crc ^ byte) & 0xff]! ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}
