import { alongArc, alongCurve, type PathPoint } from './path-points.js';

const NUMBER = /[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/gi;
const LENGTHS: Readonly<Record<string, number>> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7, Z: 0 };

/** The contours of SVG path data as points along them (SVG 2, 9.3). Data that no browser reads either ends the path. */
export function svgPathPoints(data: string): PathPoint[][] {
  const pen = new Pen();
  for (const [, letter, list] of data.matchAll(/([a-df-zA-DF-Z])([^a-df-zA-DF-Z]*)/g)) {
    const kind = letter!.toUpperCase();
    const length = LENGTHS[kind];
    if (length === undefined) break;
    const numbers = kind === 'A' ? arcNumbers(list!) : Array.from(list!.matchAll(NUMBER), ([text]) => Number(text));
    const isRelative = letter !== kind;
    if (length === 0) pen.close();
    for (let at = 0; length > 0 && at + length <= numbers.length; at += length) {
      // Further pairs of a move are lines.
      pen.draw(kind === 'M' && at > 0 ? 'L' : kind, numbers.slice(at, at + length), isRelative);
    }
  }
  return pen.contours;
}

/** The flags of an arc need no separator: `a1 1 0 0110 10`. */
function arcNumbers(list: string): number[] {
  const numbers: number[] = [];
  let rest = list.trimStart();
  while (rest !== '') {
    const isFlag = numbers.length % 7 === 3 || numbers.length % 7 === 4;
    const [text] = (isFlag ? /^[01]/ : /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?/i).exec(rest) ?? [];
    if (text === undefined) break;
    numbers.push(Number(text));
    rest = rest.slice(text.length).replace(/^[\s,]+/, '');
  }
  return numbers;
}

class Pen {
  readonly contours: PathPoint[][] = [];
  #at: PathPoint = [0, 0];
  #start: PathPoint = [0, 0];
  /** The last handle of a curve, mirrored by S and T. */
  #handle: PathPoint | undefined;

  close(): void {
    this.#add([this.#start]);
    this.#at = this.#start;
    this.#handle = undefined;
  }

  draw(kind: string, numbers: readonly number[], isRelative: boolean): void {
    const from = this.#at;
    const [dx, dy] = isRelative ? from : [0, 0];
    const point = (index: number): PathPoint => [numbers[index]! + dx, numbers[index + 1]! + dy];
    const handle = this.#handle ?? from;
    const mirrored: PathPoint = [2 * from[0] - handle[0], 2 * from[1] - handle[1]];
    this.#handle = undefined;
    switch (kind) {
      case 'M':
        this.#start = this.#at = point(0);
        this.contours.push([this.#at]);
        return;
      case 'L':
        this.#add([point(0)]);
        return;
      case 'H':
        this.#add([[numbers[0]! + dx, from[1]]]);
        return;
      case 'V':
        this.#add([[from[0], numbers[0]! + dy]]);
        return;
      case 'C':
        this.#curve(point(0), point(2), point(4));
        return;
      case 'S':
        this.#curve(mirrored, point(0), point(2));
        return;
      case 'Q':
        this.#quadratic(point(0), point(2));
        return;
      case 'T':
        this.#quadratic(mirrored, point(0));
        return;
      default:
        this.#arc(numbers, point(5));
    }
  }

  #add(points: readonly PathPoint[]): void {
    if (points.length === 0) return;
    if (this.contours.length === 0) this.contours.push([this.#at]);
    this.contours.at(-1)!.push(...points);
    this.#at = points.at(-1)!;
  }

  #curve(b: PathPoint, c: PathPoint, d: PathPoint): void {
    this.#add(alongCurve(this.#at, b, c, d));
    this.#handle = c;
  }

  #quadratic(handle: PathPoint, end: PathPoint): void {
    const toward = ([x, y]: PathPoint): PathPoint => [x + (2 / 3) * (handle[0] - x), y + (2 / 3) * (handle[1] - y)];
    this.#add(alongCurve(this.#at, toward(this.#at), toward(end), end));
    this.#handle = handle;
  }

  /** SVG 2, B.2.4: from the ends of an arc to its center. */
  #arc([rx0 = 0, ry0 = 0, degrees = 0, isLarge, isSweep]: readonly number[], end: PathPoint): void {
    const [from, rotation] = [this.#at, (degrees * Math.PI) / 180];
    const [cos, sin] = [Math.cos(rotation), Math.sin(rotation)];
    const [hx, hy] = [(from[0] - end[0]) / 2, (from[1] - end[1]) / 2];
    const [x, y] = [cos * hx + sin * hy, cos * hy - sin * hx];
    let [rx, ry] = [Math.abs(rx0), Math.abs(ry0)];
    if (rx === 0 || ry === 0 || (hx === 0 && hy === 0)) {
      this.#add([end]);
      return;
    }
    const grow = Math.sqrt(Math.max(1, (x / rx) ** 2 + (y / ry) ** 2));
    [rx, ry] = [rx * grow, ry * grow];
    const over = rx ** 2 * y ** 2 + ry ** 2 * x ** 2;
    const factor = Math.sqrt(Math.max(0, (rx ** 2 * ry ** 2 - over) / over)) * (isLarge === isSweep ? -1 : 1);
    const [cx, cy] = [(factor * rx * y) / ry, (-factor * ry * x) / rx];
    const center: PathPoint = [
      cos * cx - sin * cy + (from[0] + end[0]) / 2,
      sin * cx + cos * cy + (from[1] + end[1]) / 2,
    ];
    const first = Math.atan2((y - cy) / ry, (x - cx) / rx);
    let turn = Math.atan2((-y - cy) / ry, (-x - cx) / rx) - first;
    if (isSweep && turn < 0) turn += 2 * Math.PI;
    if (!isSweep && turn > 0) turn -= 2 * Math.PI;
    this.#add(alongArc({ center, radii: [rx, ry], rotation }, first, first + turn));
  }
}
