/** @modules own */
import { afterEach, describe, expect, it } from '@jest/globals';
import { Logger } from '../logger.js';
import { defineCounter, defineGauge, defineHistogram, describeMetrics, Metrics } from './metrics.js';

const jobs = defineCounter({ name: 'framewright_spec_jobs_total', help: 'Jobs', labels: ['outcome'] });
const waiting = defineGauge({ name: 'framewright_spec_waiting', help: 'What waits' });
const size = defineGauge({ name: 'framewright_spec_size', help: 'Sizes', labels: ['kind'] });
const duration = defineHistogram({ name: 'framewright_spec_seconds', help: 'Durations', buckets: [1, 2] });

describe('metrics', () => {
  const lines: string[] = [];
  const metrics = new Metrics(new Logger('test', 'info', (line) => lines.push(line)));

  afterEach(() => {
    lines.length = 0;
  });

  it('are answered as Prometheus reads them', async () => {
    jobs.inc({ outcome: 'done' });
    duration.observe(1.5);
    const text = await metrics.scrape();
    expect(metrics.contentType).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(text).toContain('# TYPE framewright_spec_jobs_total counter\nframewright_spec_jobs_total{outcome="done"} 1');
    expect(text).toContain('framewright_spec_seconds_bucket{le="2"} 1');
  });

  it('that could not be read are missing, and the others are present', async () => {
    let isReadable = true;
    metrics.beforeScrape([waiting], () => {
      waiting.set(3);
      if (!isReadable) throw new Error('the database is away');
    });
    metrics.beforeScrape([size], () => size.set({ kind: 'small' }, 1));
    expect(await metrics.scrape()).toContain('framewright_spec_waiting 3');
    isReadable = false;
    const text = await metrics.scrape();
    expect(text).not.toMatch(/^framewright_spec_waiting/m);
    expect(text).toContain('framewright_spec_size{kind="small"} 1');
    expect(lines.map((line) => (JSON.parse(line) as { event: string }).event)).toEqual(['metrics.read_failed']);
  });

  it('have no value before they are set: nothing measured is not 0', async () => {
    defineGauge({ name: 'framewright_spec_unset', help: 'Never set' });
    expect(await metrics.scrape()).not.toMatch(/^framewright_spec_unset \d/m);
  });

  it('describe themselves', () => {
    expect(describeMetrics().slice(0, 3)).toEqual([
      { name: 'framewright_spec_jobs_total', type: 'counter', help: 'Jobs', labels: ['outcome'] },
      { name: 'framewright_spec_seconds', type: 'histogram', help: 'Durations', labels: [] },
      { name: 'framewright_spec_size', type: 'gauge', help: 'Sizes', labels: ['kind'] },
    ]);
  });
});
