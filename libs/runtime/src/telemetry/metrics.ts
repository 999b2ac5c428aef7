import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { Logger } from '../logger.js';

export type { Counter, Gauge, Histogram } from 'prom-client';

/** Everything this process counts; its `*.metrics.ts` files define it, deploy/metrics.md lists it. */
const registry = new Registry();

/**
 * Name, meaning and labels of a metric. A label has few values, all known when this is written: never an organization, a
 * video or an address.
 */
export interface MetricFacts<Label extends string> {
  /** With `framewright_`, its unit and, of a counter, `_total` (https://prometheus.io/docs/practices/naming/). */
  name: `framewright_${string}`;
  help: string;
  labels?: readonly Label[];
}

/** Something that only grows. */
export function defineCounter<Label extends string = never>(facts: MetricFacts<Label>): Counter<Label> {
  return new Counter({ ...settings(facts), registers: [registry] });
}

/** Something as it is now; not there until it is set. */
export function defineGauge<Label extends string = never>(facts: MetricFacts<Label>): Gauge<Label> {
  const gauge = new Gauge({ ...settings(facts), registers: [registry] });
  empty(gauge);
  return gauge;
}

/** Without a value, as against with the value 0, which prom-client gives a gauge that has no labels. */
function empty(gauge: Gauge): void {
  gauge.reset();
  gauge.remove({});
}

/** How something is distributed; `buckets` are upper bounds, in the unit of the name. */
export function defineHistogram<Label extends string = never>(
  facts: MetricFacts<Label> & { buckets: readonly number[] },
): Histogram<Label> {
  return new Histogram({ ...settings(facts), buckets: [...facts.buckets], registers: [registry] });
}

/** A metric as documents and dashboards know it. */
export interface MetricDescription {
  name: string;
  type: 'counter' | 'gauge' | 'histogram' | 'summary';
  help: string;
  labels: string[];
}

/** Every metric that has been defined in this process, by name. */
export function describeMetrics(): MetricDescription[] {
  // prom-client's types know neither the kind nor the labels of a metric.
  const metrics = registry.getMetricsAsArray() as unknown as (MetricDescription & { labelNames: string[] })[];
  return metrics
    .map(({ name, help, labelNames, constructor }) => {
      const type = constructor.name.toLowerCase() as MetricDescription['type'];
      return { name, type, help, labels: [...labelNames] };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Counts what concerns any process: CPU, memory, event loop, garbage collection, open files. Once is enough. */
export function countProcess(): void {
  if (!registry.getSingleMetric('process_cpu_seconds_total')) collectDefaultMetrics({ register: registry });
}

/** Longer than a healthy look takes, ms, and less than Prometheus waits for everything. */
const READ_TIMEOUT_MS = 3_000;

/** What sets some gauges before they are read. */
interface GaugeRead {
  gauges: readonly Gauge[];
  read: () => Promise<void> | void;
}

/** What Prometheus is answered. */
@Injectable()
export class Metrics {
  readonly contentType = registry.contentType;
  private readonly reads: GaugeRead[] = [];
  private scraping?: Promise<string>;

  constructor(private readonly log: Logger) {}

  /**
   * Has `read` set `gauges` before every scrape. They are emptied first: where it fails or takes longer than 3 s they are
   * missing from the answer, and the rest is there.
   */
  beforeScrape(gauges: GaugeRead['gauges'], read: GaugeRead['read']): void {
    this.reads.push({ gauges, read });
  }

  /** The text that Prometheus reads. */
  scrape(): Promise<string> {
    this.scraping ??= this.read().finally(() => (this.scraping = undefined));
    return this.scraping;
  }

  private async read(): Promise<string> {
    await Promise.all(this.reads.map((each) => this.readOne(each)));
    return registry.metrics();
  }

  private async readOne({ gauges, read }: GaugeRead): Promise<void> {
    for (const gauge of gauges) empty(gauge);
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error(`not read within ${READ_TIMEOUT_MS} ms`)), READ_TIMEOUT_MS);
    });
    try {
      await Promise.race([read(), tooLate]);
    } catch (error) {
      for (const gauge of gauges) empty(gauge);
      this.log.warn('metrics.not_read', { error });
    } finally {
      clearTimeout(timer);
    }
  }
}

function settings<Label extends string>({ name, help, labels = [] }: MetricFacts<Label>) {
  return { name, help, labelNames: labels };
}
