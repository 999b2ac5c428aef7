import { didYouMean } from '../did-you-mean.js';
import type { FaultList } from '../fault-list.js';
import { type Located, numberOr } from '../located.js';
import { isPlainObject, own } from '../shape/json.js';
import { layerReadingS, playingS, repeats } from './content-length.js';
import type { FileLengths } from './file-lengths.js';
import { AUTO } from '../rules/is-time.js';

/** Seconds that may depend on the end of the page, which is not known yet: `seconds + pages × its duration`. */
export interface PageTime {
  readonly seconds: number;
  readonly pages: number;
}

/** The property of a layer that a time belongs to. */
type Property = 'start' | 'duration';

const ZERO: PageTime = { seconds: 0, pages: 0 };
const PAGE: PageTime = { seconds: 0, pages: 1 };

export interface PageClockOptions {
  lengths: FileLengths;
  wordsPerMinute: number;
  /** Receives unknown names, circles and durations that nothing decides. */
  faults: FaultList;
}

/**
 * The times of one page's layers, which may refer to each other. Each is computed once, when it is first asked for, so
 * the work is linear in the number of layers.
 */
export class PageClock {
  private readonly named: ReadonlyMap<unknown, Located>;
  private readonly known = { start: new Map<Located, PageTime>(), duration: new Map<Located, PageTime>() };
  /** Times being computed, each because the one before it needs it. */
  private readonly open: { layer: Located; property: Property }[] = [];

  /** @param layers of one page; layers inside groups follow their group */
  constructor(
    private readonly layers: readonly Located[],
    private readonly options: PageClockOptions,
  ) {
    this.named = new Map(layers.map((layer) => [own(layer.value, 'name'), layer]));
  }

  /** When the layer starts, in the time of the page. */
  startOf(layer: Located): PageTime {
    const start = own(layer.value, 'start');
    if (!isPlainObject(start)) return { ...ZERO, seconds: numberOr(start, 0) };
    return this.once(layer, 'start', () => {
      const offset = { ...ZERO, seconds: Number(start['offset'] ?? 0) };
      const after = this.target(layer, 'start', start['after']);
      if (after) return fromZero(sum(this.endOf(after), offset));
      const beside = this.target(layer, 'start', start['with']);
      return beside ? fromZero(sum(this.startOf(beside), offset)) : ZERO;
    });
  }

  /** The duration of the layer: its own, else as long as its file plays, else until the page ends. */
  durationOf(layer: Located): PageTime {
    const duration = own(layer.value, 'duration');
    if (typeof duration === 'number') return { ...ZERO, seconds: numberOr(duration, 0) };
    return this.once(layer, 'duration', () => {
      if (duration === AUTO) return this.contentOf(layer);
      if (!isPlainObject(duration)) return this.playing(layer) ?? minus(PAGE, this.startOf(layer));
      const as = this.target(layer, 'duration', duration['as']);
      if (as) return this.durationOf(as);
      const until = this.target(layer, 'duration', duration['until']);
      return until ? minus(this.endOf(until), this.startOf(layer)) : ZERO;
    });
  }

  endOf(layer: Located): PageTime {
    return sum(this.startOf(layer), this.durationOf(layer));
  }

  /** When the last of the layers ends, as far as the page does not decide it; hidden ones do not count. */
  contentEnd(): number {
    return this.lastEnd(this.layers, () => true);
  }

  /** The latest end among the layers of a stack, as far as the page does not decide it. */
  private lastEnd(layers: readonly Located[], isWithin: (layer: Located) => boolean): number {
    let last = 0;
    /** The path of the layer whose members the rest of the loop skips. */
    let skipped: Located | undefined;
    for (const layer of layers) {
      if (!isWithin(layer) || (skipped && isMember(layer, skipped))) continue;
      skipped = undefined;
      const isHidden = own(layer.value, 'visible') === false;
      // The duration of a group that has one is that of its members, too.
      if (isHidden || own(layer.value, 'duration') !== undefined) skipped = layer;
      if (isHidden) continue;
      const end = this.endOf(layer);
      if (end.pages === 0) last = Math.max(last, end.seconds);
    }
    return last;
  }

  private playing(layer: Located): PageTime | undefined {
    const seconds = repeats(layer) ? undefined : playingS(layer, this.options.lengths);
    return seconds === undefined ? undefined : { ...ZERO, seconds };
  }

  /** The duration `auto` of a layer. */
  private contentOf(layer: Located): PageTime {
    if (own(layer.value, 'layers') !== undefined) {
      const end = { ...ZERO, seconds: this.lastEnd(this.layers, (each) => isMember(each, layer)) };
      return minus(end, this.startOf(layer));
    }
    const { lengths, wordsPerMinute } = this.options;
    const seconds = playingS(layer, lengths) ?? layerReadingS(layer, wordsPerMinute);
    if (seconds !== undefined) return { ...ZERO, seconds };
    const message = `a layer of type ${String(own(layer.value, 'type'))} has no duration of its own`;
    this.refuse(layer, 'duration', message);
    return ZERO;
  }

  /** The layer that a reference names, if it names one. */
  private target(layer: Located, property: Property, name: unknown): Located | undefined {
    if (typeof name !== 'string') return undefined;
    const target = this.named.get(name);
    if (target) return target;
    const proposal = this.options.faults.isFull ? '' : didYouMean(name, this.named.keys());
    this.refuse(layer, property, `${property} must name a layer of this page${proposal}`);
    return undefined;
  }

  /** Computes a time once. A time that needs itself is a fault, and counts as 0. */
  private once(layer: Located, property: Property, compute: () => PageTime): PageTime {
    const known = this.known[property].get(layer);
    if (known) return known;
    const from = this.open.findIndex((each) => each.layer === layer && each.property === property);
    this.open.push({ layer, property });
    if (from >= 0) this.refuse(layer, property, `${property} waits for itself: ${circleOf(this.open.slice(from))}`);
    const time = from >= 0 ? ZERO : compute();
    this.open.pop();
    if (from < 0) this.known[property].set(layer, time);
    return time;
  }

  private refuse({ value, path }: Located, property: Property, message: string): void {
    this.options.faults.add([...path, property], { code: 'INVALID_VALUE', message, value: own(value, property) });
  }
}

/** `start of "a" → duration of "b" → start of "a"`. */
function circleOf(steps: readonly { layer: Located; property: Property }[]): string {
  return steps.map(({ layer, property }) => `${property} of ${JSON.stringify(own(layer.value, 'name'))}`).join(' → ');
}

function fromZero(time: PageTime): PageTime {
  return time.pages === 0 ? { ...time, seconds: Math.max(0, time.seconds) } : time;
}

function sum(a: PageTime, b: PageTime): PageTime {
  return { seconds: a.seconds + b.seconds, pages: a.pages + b.pages };
}

function minus(a: PageTime, b: PageTime): PageTime {
  return { seconds: a.seconds - b.seconds, pages: a.pages - b.pages };
}

/** Whether a layer is inside a group. */
function isMember({ path }: Located, { path: group }: Located): boolean {
  return path.length > group.length && group.every((step, index) => step === path[index]);
}
