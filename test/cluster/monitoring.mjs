import { fileURLToPath } from 'node:url';
import { production } from './production.mjs';
import { Prometheus, prometheusKinds } from './prometheus.mjs';
import { until } from './until.mjs';

const VALUES = fileURLToPath(new URL('values/monitoring.yaml', import.meta.url));

/**
 * Has the production installation monitored by a Prometheus.
 * @param values files of values, without those of monitoring
 */
export async function installMonitoring(node, values) {
  await node.apply(prometheusKinds());
  for (const kind of ['servicemonitors', 'prometheusrules']) {
    await until(`${kind} are served`, () => node.api.read(`/apis/monitoring.coreos.com/v1/${kind}`), 60_000);
  }
  const { release } = await production(node);
  await release.helm('upgrade', [...values, VALUES]);
  const prometheus = new Prometheus(node);
  await prometheus.start(release);
  return prometheus;
}
