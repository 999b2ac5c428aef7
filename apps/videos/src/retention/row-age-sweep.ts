import { Injectable } from '@nestjs/common';
import type { PreparedStatement } from '#libs/database';
import { AgeSweep } from './age-sweep.js';

/** Removes rows, or a column's values, by one statement. */
@Injectable()
export abstract class RowAgeSweep extends AgeSweep {
  /** Removes a batch of those older than $1, and returns a row for each. */
  protected abstract readonly remove: PreparedStatement;

  protected async removeBefore(before: Date): Promise<number> {
    return (await this.statements.run(this.remove, [before])).length;
  }
}
