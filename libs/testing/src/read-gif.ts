/** Facts in the bytes of a gif, read without a decoder of pictures. */
export interface GifFacts {
  /** Pixels. */
  width: number;
  height: number;
  frames: number;
  /** Seconds that one play lasts. */
  durationS: number;
  /** Count of the extension NETSCAPE2.0: 0 repeats forever, n plays n times more. Absent: the gif has no such extension. */
  loopCount?: number;
}

const EXTENSION = 0x21;
const IMAGE = 0x2c;
const TRAILER = 0x3b;
const GRAPHIC_CONTROL = 0xf9;
const APPLICATION = 0xff;

/** Walks the blocks of a gif (GIF89a specification). @throws Error for bytes that are no complete gif */
export function readGif(bytes: Buffer): GifFacts {
  if (bytes.toString('latin1', 0, 6) !== 'GIF89a') throw new Error('no gif');
  const facts: GifFacts = { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8), frames: 0, durationS: 0 };
  let at = 13 + colorTableBytes(bytes[10]!);
  for (;;) {
    const kind = bytes[at];
    if (kind === TRAILER) return facts;
    if (kind === EXTENSION) {
      readExtension(bytes, at, facts);
      at = endOfBlocks(bytes, at + 2);
    } else if (kind === IMAGE) {
      facts.frames += 1;
      at = endOfBlocks(bytes, at + 11 + colorTableBytes(bytes[at + 9]!));
    } else throw new Error(`byte ${at} begins no block of a gif`);
  }
}

function readExtension(bytes: Buffer, at: number, facts: GifFacts): void {
  const label = bytes[at + 1];
  if (label === GRAPHIC_CONTROL) facts.durationS += bytes.readUInt16LE(at + 4) / 100;
  if (label === APPLICATION && bytes.toString('latin1', at + 3, at + 14) === 'NETSCAPE2.0') {
    facts.loopCount = bytes.readUInt16LE(at + 16);
  }
}

function colorTableBytes(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

/** The byte after a chain of blocks, which a block of no bytes ends. */
function endOfBlocks(bytes: Buffer, start: number): number {
  let at = start;
  while (bytes[at] !== 0) {
    if (bytes[at] === undefined) throw new Error('the gif ends within a block');
    at += bytes[at]! + 1;
  }
  return at + 1;
}
