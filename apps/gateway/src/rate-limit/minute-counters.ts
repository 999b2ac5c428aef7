import { LRUCache } from 'lru-cache';
import { type Count, minuteStart } from '../http/caller/rate-window.js';

interface Counter {
  startedS: number;
  used: number;
}

/** Counters of the current clock minute by name, in this process. The least recently used are evicted beyond the capacity. */
export class MinuteCounters {
  private readonly counters: LRUCache<string, Counter>;

  constructor(capacity: number) {
    this.counters = new LRUCache({ max: capacity });
  }

  /** Counts one more. */
  count(name: string, nowS: number): Count {
    const { used, startedS } = this.read(name, nowS);
    return this.set(name, { used: used + 1, startedS, nowS });
  }

  /** The current count. */
  read(name: string, nowS: number): Count {
    const startedS = minuteStart(nowS);
    const counter = this.counters.get(name);
    return { used: counter?.startedS === startedS ? counter.used : 0, startedS, nowS };
  }

  /** Adopts the count of another counter of the same minute. */
  set(name: string, count: Count): Count {
    this.counters.set(name, { startedS: count.startedS, used: count.used });
    return count;
  }
}
