import { Injectable } from '@nestjs/common';
import { RowAgeSweep } from './row-age-sweep.js';
import { BATCH, daysMs } from './sweep.js';

/**
 * Days after its last render for which a template's cost is kept. One that is used later starts with the estimate of an
 * unknown template.
 */
const COST_LIFE_DAYS = 90;

/** Removes what was learned of templates and sizes that were not rendered for a long time. */
@Injectable()
export class CostSweep extends RowAgeSweep {
  readonly kind = 'render_costs';

  protected readonly remove = `
  DELETE FROM render_costs WHERE (template_id, template_version, format, width, height) IN (
    SELECT template_id, template_version, format, width, height FROM render_costs WHERE learned_at < $1
     ORDER BY learned_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
  RETURNING template_id`;

  protected readonly oldest = `SELECT min(learned_at) AS since FROM render_costs WHERE learned_at < $1`;

  protected lifeMs(): number {
    return daysMs(COST_LIFE_DAYS);
  }
}
