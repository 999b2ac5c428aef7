import { Injectable } from '@nestjs/common';
import { RowAgeSweep } from './row-age-sweep.js';
import { BATCH, daysMs } from './sweep.js';

/** Days for which the usage is kept by template and by creator: more than one request may ask for. */
const SPLIT_LIFE_DAYS = 400;

/** Removes counts of templates and creators on days long ago. Those of whole organizations are kept. */
@Injectable()
export class UsageSplitSweep extends RowAgeSweep {
  readonly kind = 'usage_splits';

  protected readonly remove = `
  DELETE FROM usage_splits WHERE (org_id, kind, day, of_id, outcome, test) IN (
    SELECT org_id, kind, day, of_id, outcome, test FROM usage_splits WHERE day < ($1::timestamptz)::date
     ORDER BY day LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
  RETURNING of_id`;

  protected readonly oldest = `SELECT min(day)::timestamptz AS since FROM usage_splits WHERE day < ($1::timestamptz)::date`;

  protected lifeMs(): number {
    return daysMs(SPLIT_LIFE_DAYS);
  }
}
