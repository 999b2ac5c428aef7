/** Code points from the first to the last, both included. */
type Range = readonly [first: number, last: number];

/** Platform and encoding of the mappings from Unicode, the widest first (OpenType 1.9, `cmap`). */
const UNICODE_ENCODINGS = ['3 10', '0 6', '0 4', '3 1', '0 3', '0 2', '0 1', '0 0'];

/**
 * The code points that a font's `cmap` table maps to glyphs, sorted: from Unicode, or from whatever an old font has instead.
 * Throws when there is no mapping that can be read.
 */
export function characterRanges(cmap: Buffer): readonly Range[] {
  const subtables = new Map<string, number>(
    Array.from({ length: cmap.readUInt16BE(2) }, (_, index) => {
      const at = 4 + 8 * index;
      return [`${cmap.readUInt16BE(at)} ${cmap.readUInt16BE(at + 2)}`, cmap.readUInt32BE(at + 4)];
    }),
  );
  const encoding = UNICODE_ENCODINGS.find((each) => subtables.has(each));
  const [offset = cmap.length] = encoding === undefined ? subtables.values() : [subtables.get(encoding)!];
  return rangesOf(cmap.subarray(offset)).sort(([a], [b]) => a - b);
}

/** Whether one of the sorted ranges has a code point. */
export function contains(ranges: readonly Range[], codePoint: number): boolean {
  let [from, to] = [0, ranges.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const [first, last] = ranges[middle]!;
    if (codePoint < first) to = middle;
    else if (codePoint > last) from = middle + 1;
    else return true;
  }
  return false;
}

function rangesOf(subtable: Buffer): Range[] {
  const format = subtable.readUInt16BE(0);
  switch (format) {
    case 0:
      return [[0, 255]];
    case 4: {
      const bytes = subtable.readUInt16BE(6); // of two for each segment
      return each(bytes / 2, (index) => {
        const end = 14 + 2 * index;
        return [subtable.readUInt16BE(end + bytes + 2), subtable.readUInt16BE(end)];
      });
    }
    case 6:
      return [run(subtable.readUInt16BE(6), subtable.readUInt16BE(8))];
    case 10:
      return [run(subtable.readUInt32BE(12), subtable.readUInt32BE(16))];
    case 12:
    case 13:
      return each(subtable.readUInt32BE(12), (index) => {
        const at = 16 + 12 * index;
        return [subtable.readUInt32BE(at), subtable.readUInt32BE(at + 4)];
      });
    default:
      throw new Error(`a character map of format ${format}`);
  }
}

/** As many ranges as the font says there are; reading beyond its end throws. */
function each(count: number, rangeAt: (index: number) => Range): Range[] {
  const ranges: Range[] = [];
  for (let index = 0; index < count; index++) ranges.push(rangeAt(index));
  return ranges;
}

function run(first: number, count: number): Range {
  return [first, first + count - 1];
}
