import { Injectable } from '@nestjs/common';
import { AgeSweep } from './age-sweep.js';

/** Removes rows, or a column's values, by one statement. */
@Injectable()
export abstract class RowAgeSweep extends AgeSweep {
  /** SQL that removes a batch of those older than $1, and returns a row for each. */
  protected abstract readonly remove: string;

  protected async removeBefore(before: Date): Promise<number> {
    return (await this.run('remove', this.remove, before)).length;
  }
}
