import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { Logger } from '../logger.js';

export type { Counter, Gauge, Histogram } from 'prom-client';

/** The registry of this process. Its `*.metrics.ts` files define the metrics, and deploy/metrics.md lists them. */
const registry = new Registry();

/**
 * Name, help and labels of a metric. A label has few values, all known in advance: never an organization, a video or a
 * URL.
 */
export interface MetricFacts<Label extends string> {
  /**
   * Starts with `framewright_` and ends with the unit; a counter ends with `_total`
   * (https://prometheus.io/docs/practices/naming/).
   */
  name: `framewright_${string}`;
  help: string;
  labels?: readonly Label[];
}

/** A value that only increases. */
export function defineCounter<Label extends string = never>(facts: MetricFacts<Label>): Counter<Label> {
  return new Counter({ ...settings(facts), registers: [registry] });
}

/** A current value; absent until it is set. */
export function defineGauge<Label extends string = never>(facts: MetricFacts<Label>): Gauge<Label> {
  const gauge = new Gauge({ ...settings(facts), registers: [registry] });
  empty(gauge);
  return gauge;
}

/** Removes the sample; prom-client would otherwise report 0 for a gauge without labels. */
function empty(gauge: Gauge): void {
  gauge.reset();
  gauge.remove({});
}

/** A distribution; `buckets` are upper bounds in the metric's unit. */
export function defineHistogram<Label extends string = never>(
  facts: MetricFacts<Label> & { buckets: readonly number[] },
): Histogram<Label> {
  return new Histogram({ ...settings(facts), buckets: [...facts.buckets], registers: [registry] });
}

/** A metric as documents and dashboards name it. */
export interface MetricDescription {
  name: string;
  type: 'counter' | 'gauge' | 'histogram' | 'summary';
  help: string;
  labels: string[];
}

/** Every metric defined in this process, by name. */
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

/** Collects the metrics of the process: CPU, memory, event loop, garbage collection, open files. Call it once. */
export function countProcess(): void {
  if (!registry.getSingleMetric('process_cpu_seconds_total')) collectDefaultMetrics({ register: registry });
}

/** Timeout of a collector, ms: longer than a healthy query takes, shorter than a Prometheus scrape may take. */
const READ_TIMEOUT_MS = 3_000;

/** A function that sets gauges before a scrape. */
interface GaugeRead {
  gauges: readonly Gauge[];
  read: () => Promise<void> | void;
}

/** The response to a Prometheus scrape. */
@Injectable()
export class Metrics {
  readonly contentType = registry.contentType;
  private readonly reads: GaugeRead[] = [];
  private scraping?: Promise<string>;

  constructor(private readonly log: Logger) {}

  /**
   * Calls `read` to set `gauges` before every scrape. The gauges are cleared first: if `read` fails or takes longer
   * than 3 s, the scrape lacks them and nothing else.
   */
  beforeScrape(gauges: GaugeRead['gauges'], read: GaugeRead['read']): void {
    this.reads.push({ gauges, read });
  }

  /** The text of a scrape. */
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
      this.log.warn('metrics.read_failed', { error });
    } finally {
      clearTimeout(timer);
    }
  }
}

function settings<Label extends string>({ name, help, labels = [] }: MetricFacts<Label>) {
  return { name, help, labelNames: labels };
}
