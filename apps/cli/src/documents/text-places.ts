/** Characters of a line that are shown. */
const MAX_EXCERPT = 160;

/** A place in a text, from 1, and its line. */
export interface TextPlace {
  line: number;
  column: number;
  excerpt: string;
}

/** Lines and columns of the offsets of a text. */
export class TextPlaces {
  private readonly starts: number[] = [0];

  constructor(private readonly text: string) {
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) this.starts.push(at + 1);
  }

  of(offset: number): TextPlace {
    let [low, high] = [0, this.starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    const start = this.starts[low]!;
    const end = this.starts[low + 1] ?? this.text.length;
    const from = Math.max(start, offset - MAX_EXCERPT / 2);
    const excerpt = this.text.slice(from, Math.min(end, from + MAX_EXCERPT)).trimEnd();
    return { line: low + 1, column: offset - start + 1, excerpt };
  }
}
