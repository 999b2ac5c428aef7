import { type Path } from '#libs/document';

/** Place of a value in a text: from `from` up to, not including, `to`. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}

/** The place of every value in a JSON text by its path, as `.pages.0.layers.2`; the document is ``. */
export type ValueRanges = ReadonlyMap<string, TextRange>;

function pathKey(path: Path): string {
  return path.map((step) => `.${step}`).join('');
}

/** The places of the values of `text`, which is valid JSON. */
export function valueRanges(text: string): ValueRanges {
  return new Scan(text).ranges();
}

/** The range of the value at `path`, or of the nearest value around it that the text has. */
export function nearestRange(ranges: ValueRanges, path: Path): TextRange {
  for (let length = path.length; length > 0; length--) {
    const range = ranges.get(pathKey(path.slice(0, length)));
    if (range) return range;
  }
  const whole = ranges.get('') ?? { from: 0, to: 0 };
  return { from: whole.from, to: Math.min(whole.to, whole.from + 1) };
}

/** The path of the innermost value that holds the position. */
export function pathAt(ranges: ValueRanges, position: number): string {
  let best = '';
  let size = Infinity;
  for (const [path, { from, to }] of ranges) {
    if (from <= position && position <= to && to - from < size) [best, size] = [path, to - from];
  }
  return best;
}

/** One pass over the text. `JSON.parse` has accepted it, so that only strings, brackets and commas matter. */
class Scan {
  private at = 0;
  private readonly found = new Map<string, TextRange>();

  constructor(private readonly text: string) {}

  ranges(): ValueRanges {
    this.value('');
    return this.found;
  }

  private value(path: string): void {
    this.space();
    const from = this.at;
    const first = this.text[from];
    if (first === '{') this.members(path, '}', () => this.key());
    else if (first === '[') this.members(path, ']', (index) => String(index));
    else if (first === '"') this.string();
    else while (this.at < this.text.length && !/[\s,\]}]/.test(this.text[this.at]!)) this.at++;
    this.found.set(path, { from, to: this.at });
  }

  private members(path: string, end: string, nameOf: (index: number) => string): void {
    this.at++;
    for (let index = 0; this.at < this.text.length; index++) {
      this.space();
      if (this.text[this.at] === end) break;
      const name = nameOf(index);
      this.value(`${path}.${name}`);
      this.space();
      if (this.text[this.at] === ',') this.at++;
    }
    this.at++;
  }

  private key(): string {
    const from = this.at;
    this.string();
    const name = JSON.parse(this.text.slice(from, this.at)) as string;
    this.space();
    this.at++; // the colon
    return name;
  }

  private string(): void {
    this.at++;
    while (this.at < this.text.length && this.text[this.at] !== '"') this.at += this.text[this.at] === '\\' ? 2 : 1;
    this.at++;
  }

  private space(): void {
    while (this.at < this.text.length && /\s/.test(this.text[this.at]!)) this.at++;
  }
}
