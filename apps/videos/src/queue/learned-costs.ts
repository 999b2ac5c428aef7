import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { type PreparedStatement, PreparedStatements } from '#libs/database';
import { Logger, Repeater } from '#libs/runtime';
import { type CostSample, LATEST_WEIGHT, meansOf } from '../videos/render-cost.js';

const WRITE_INTERVAL_MS = 1_000;
/** Most samples of a second; others are dropped: the mean of a thousand is known. */
const MAX_SAMPLES = 1_000;
/** No slot uses more than ten cores. */
const FASTEST_PACE = 0.1;

/** The mean of all renders until there are a few, from then on exponential. */
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
 * Learns what templates cost from the attempts that succeed or time out. What one second brings is written together, so that no two videos
 * of a template wait for its row; a loss costs a few samples.
 */
@Injectable()
export class LearnedCosts implements OnApplicationBootstrap, OnApplicationShutdown {
  private samples: CostSample[] = [];
  /** Milliseconds that an attempt lasts for each millisecond of CPU time; below 1 where a slot uses several cores. */
  private paceNow = 1;
  private readonly repeater: Repeater;

  constructor(
    private readonly statements: PreparedStatements,
    log: Logger,
  ) {
    this.repeater = new Repeater({
      run: () => this.write(),
      intervalMs: WRITE_INTERVAL_MS,
      onError: (error) => log.warn('render_costs.write_failed', { error }),
    });
  }

  onApplicationBootstrap(): void {
    this.repeater.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.repeater.stop();
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
