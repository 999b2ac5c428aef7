import { Injectable } from '@nestjs/common';
import { type PreparedStatement, PreparedStatements } from '#libs/database';
import { RepeatedWork } from '#libs/runtime';
import { type CostSample, LATEST_WEIGHT, meansOf } from '../videos/render-cost.js';

const WRITE_INTERVAL_MS = 1_000;
/** Most samples that are kept of one second. Others are dropped, because a thousand determine the mean. */
const MAX_SAMPLES = 1_000;
/** Least value of the pace, because no slot uses more than ten cores. */
const FASTEST_PACE = 0.1;

/** Stores the mean of all renders while they are few, and an exponential mean from then on. */
const LEARN: PreparedStatement = {
  name: 'learn-render-costs',
  text: `
  INSERT INTO render_costs AS known
         (template_id, template_version, format, width, height, frame_ms, fixed_ms, renders, learned_at)
  SELECT *, now() FROM unnest($1::uuid[], $2::int[], $3::text[], $4::int[], $5::int[], $6::float8[], $7::float8[], $8::bigint[])
  ON CONFLICT (template_id, template_version, format, width, height) DO UPDATE
    SET frame_ms = known.frame_ms + (excluded.frame_ms - known.frame_ms) * ${weightOf('known', 'excluded')},
        fixed_ms = known.fixed_ms + (excluded.fixed_ms - known.fixed_ms) * ${weightOf('known', 'excluded')},
        renders = known.renders + excluded.renders, learned_at = excluded.learned_at`,
};

function weightOf(known: string, fresh: string): string {
  const share = `${fresh}.renders::float8 / (${known}.renders + ${fresh}.renders)`;
  return `greatest(${share}, 1 - power(${1 - LATEST_WEIGHT}, ${fresh}.renders::float8))`;
}

/**
 * Learns what templates cost from the attempts that succeed or time out. The samples of one second are written
 * together, so that no two videos of a template wait for its row; a process that ends loses at most these.
 */
@Injectable()
export class LearnedCosts {
  private samples: CostSample[] = [];
  /** Milliseconds that an attempt lasts for each millisecond of CPU time; below 1 where a slot uses several cores. */
  private paceNow = 1;

  constructor(
    private readonly statements: PreparedStatements,
    work: RepeatedWork,
  ) {
    work.repeat(() => this.write(), WRITE_INTERVAL_MS, 'render_costs.write_failed');
  }

  /** Milliseconds that attempts have lately lasted for each millisecond of CPU time. */
  get pace(): number {
    return this.paceNow;
  }

  /** @param lastedMs from the claim to the result */
  take(sample: CostSample, frames: number, lastedMs: number): void {
    if (this.samples.length < MAX_SAMPLES) this.samples.push(sample);
    const latest = Math.max(FASTEST_PACE, lastedMs / Math.max(1, sample.fixedMs + sample.frameMs * frames));
    this.paceNow += (latest - this.paceNow) * LATEST_WEIGHT;
  }

  /** A sample of an attempt that timed out: the least that it would have cost. */
  takeTimeout(sample: CostSample): void {
    if (this.samples.length < MAX_SAMPLES) this.samples.push(sample);
  }

  private async write(): Promise<void> {
    const means = meansOf(this.samples);
    this.samples = [];
    if (means.length === 0) return;
    const of = (key: keyof CostSample) => means.map((mean) => mean[key]);
    await this.statements.run(LEARN, [
      of('templateId'),
      of('templateVersion'),
      of('format'),
      of('width'),
      of('height'),
      of('frameMs'),
      of('fixedMs'),
      of('renders'),
    ]);
  }
}
