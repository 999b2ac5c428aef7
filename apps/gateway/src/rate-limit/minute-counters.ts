import { LRUCache } from 'lru-cache';
import { type Count, minuteStart } from '../http/rate-window.js';

interface Counter {
  startedS: number;
  used: number;
}

/** Counters by name in this process's memory, each of the running clock minute; those used longest ago go when there are too many. */
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

  /** As it stands. */
  read(name: string, nowS: number): Count {
    const startedS = minuteStart(nowS);
    const counter = this.counters.get(name);
    return { used: counter?.startedS === startedS ? counter.used : 0, startedS, nowS };
  }

  /** Takes over what another counter of the same minute has counted. */
  set(name: string, count: Count): Count {
    this.counters.set(name, { startedS: count.startedS, used: count.used });
    return count;
  }
}
