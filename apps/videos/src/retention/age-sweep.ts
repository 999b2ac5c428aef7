import { Injectable } from '@nestjs/common';
import { PreparedStatements } from '#libs/database';
import { VideosConfig } from '../videos.config.js';
import type { Sweep } from './sweep.js';

/** Removes what has reached an age. */
@Injectable()
export abstract class AgeSweep implements Sweep {
  abstract readonly kind: string;
  /** SQL that reads `since`: the time from which the oldest row counts that is older than $1. */
  protected abstract readonly oldest: string;

  constructor(
    private readonly statements: PreparedStatements,
    protected readonly config: VideosConfig,
  ) {}

  /** The age, ms; Infinity: nothing is removed. */
  protected abstract lifeMs(): number;

  /** Removes a batch of what is older than `before`; resolves to its number. */
  protected abstract removeBefore(before: Date): Promise<number>;

  async sweep(): Promise<number> {
    const lifeMs = this.lifeMs();
    return lifeMs === Infinity ? 0 : this.removeBefore(new Date(Date.now() - lifeMs));
  }

  async dueSince(): Promise<Date | null> {
    const lifeMs = this.lifeMs();
    if (lifeMs === Infinity) return null;
    const [row] = await this.run<{ since: Date | null }>('oldest', this.oldest, new Date(Date.now() - lifeMs));
    return row?.since ? new Date(row.since.getTime() + lifeMs) : null;
  }

  /** Runs a statement of the sweep with $1. */
  protected run<Row extends object>(part: string, text: string, value: Date | string[]): Promise<Row[]> {
    return this.statements.run<Row>({ name: `${part}-${this.kind}`, text }, [value]);
  }
}
