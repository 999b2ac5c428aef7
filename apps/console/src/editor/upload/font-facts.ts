/** Facts that a font file states about itself, as a template's `fonts` need them. */
export interface StatedFont {
  readonly family: string;
  /** From 100 to 900, by hundreds. */
  readonly weight: number;
  readonly italic: boolean;
}

const MAX_FAMILY = 120;
/** Names of weights in file names, longer ones before those that they contain. */
const WEIGHTS: readonly [name: RegExp, weight: number][] = [
  [/thin|hairline/i, 100],
  [/(?:extra|ultra)[ _-]?light/i, 200],
  [/light/i, 300],
  [/(?:semi|demi)[ _-]?bold/i, 600],
  [/(?:extra|ultra)[ _-]?bold/i, 800],
  [/black|heavy/i, 900],
  [/bold/i, 700],
  [/medium/i, 500],
];
/** Words of a file name that are not of the family. */
const STYLE_WORD =
  /^(?:thin|hairline|extra|ultra|semi|demi|light|regular|normal|medium|bold|black|heavy|italic|oblique|[1-9]00)$/i;

/**
 * Family, weight and style of a TrueType or OpenType file by its tables. Of a packed file (WOFF, WOFF2), and of one
 * whose tables say nothing, by its file name: `Inter-BoldItalic.woff2`.
 */
export function fontFacts(bytes: ArrayBuffer, fileName: string): StatedFont {
  const named = factsOfName(fileName);
  try {
    return { ...named, ...factsOfTables(new DataView(bytes)) };
  } catch (error) {
    if (error instanceof RangeError) return named; // an offset beyond the end: the renderers will say what is wrong
    throw error;
  }
}

function factsOfName(fileName: string): StatedFont {
  const stem = fileName.replace(/\.[^.]*$/, '');
  const words = stem.replaceAll(/([a-z])([A-Z])/g, '$1 $2').split(/[ _-]/);
  const family = words.filter((word) => word !== '' && !STYLE_WORD.test(word)).join(' ');
  const weight = words.find((word) => /^[1-9]00$/.test(word)) ?? WEIGHTS.find(([name]) => name.test(stem))?.[1];
  return {
    family: (family || stem || 'Font').slice(0, MAX_FAMILY),
    weight: Number(weight ?? 400),
    italic: /italic|oblique/i.test(stem),
  };
}

/** Signatures of font files whose tables are not packed. */
const OPEN = new Set([0x00010000, 0x74727565, 0x4f54544f]);

function factsOfTables(file: DataView): Partial<StatedFont> {
  if (file.byteLength < 12 || !OPEN.has(file.getUint32(0))) return {};
  const tables = new Map<string, number>();
  for (let index = 0; index < file.getUint16(4); index++) {
    const entry = 12 + index * 16;
    tables.set(textAt(file, entry, 4), file.getUint32(entry + 8));
  }
  const family = familyOf(file, tables.get('name'));
  const style = tables.get('OS/2');
  return {
    ...(family !== undefined && { family }),
    ...(style !== undefined && {
      weight: Math.min(900, Math.max(100, Math.round(file.getUint16(style + 4) / 100) * 100)),
      italic: (file.getUint16(style + 62) & 1) === 1,
    }),
  };
}

/** The family of a font. Name 16 is the family that people know, name 1 the one that older programs know. */
function familyOf(file: DataView, table: number | undefined): string | undefined {
  if (table === undefined) return undefined;
  const found = new Map<number, string>();
  const strings = table + file.getUint16(table + 4);
  for (let index = 0; index < file.getUint16(table + 2); index++) {
    const entry = table + 6 + index * 12;
    const id = file.getUint16(entry + 6);
    const isWide = file.getUint16(entry) !== 1; // platform 1 is Macintosh, a byte for a letter
    const isEnglish = !isWide || file.getUint16(entry) === 0 || file.getUint16(entry + 4) === 0x409;
    if ((id !== 1 && id !== 16) || (found.has(id) && !isEnglish)) continue;
    const text = textAt(file, strings + file.getUint16(entry + 10), file.getUint16(entry + 8), isWide ? 2 : 1).trim();
    if (text !== '') found.set(id, text.slice(0, MAX_FAMILY));
  }
  return found.get(16) ?? found.get(1);
}

/** `length` bytes as characters of one byte, or of two in UTF-16. */
function textAt(file: DataView, from: number, length: number, bytes: 1 | 2 = 1): string {
  let text = '';
  for (let at = from; at + bytes <= from + length; at += bytes) {
    text += String.fromCharCode(bytes === 1 ? file.getUint8(at) : file.getUint16(at));
  }
  return text;
}
