import { Injectable } from '@nestjs/common';
import { PreparedStatements } from '#libs/database';
import { BATCH, DAY_MS, daysBefore, dueAfter, type Sweep } from './sweep.js';

/**
 * Days after its last render for which a template's cost is kept. One that is used later starts with the estimate of an
 * unknown template.
 */
const COST_LIFE_DAYS = 90;

const REMOVE = {
  name: 'remove-old-costs',
  text: `
  DELETE FROM render_costs WHERE (template_id, template_version, format, width, height) IN (
    SELECT template_id, template_version, format, width, height FROM render_costs WHERE learned_at < $1
     ORDER BY learned_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
  RETURNING template_id`,
};

const OLDEST = { name: 'oldest-cost', text: `SELECT min(learned_at) AS since FROM render_costs` };

/** Removes what was learned of templates and sizes that were not rendered for a long time. */
@Injectable()
export class CostSweep implements Sweep {
  readonly kind = 'render_costs';

  constructor(private readonly statements: PreparedStatements) {}

  async sweep(): Promise<number> {
    return (await this.statements.run(REMOVE, [daysBefore(new Date(), COST_LIFE_DAYS)])).length;
  }

  async dueSince(): Promise<Date | null> {
    const [row] = await this.statements.run<{ since: Date | null }>(OLDEST, []);
    return dueAfter(row?.since, COST_LIFE_DAYS * DAY_MS);
  }
}
