import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../../apps/local/bootstrap/paths.mjs';
import { renderVideo } from '../callers.mjs';
import { installMonitoring } from '../monitoring.mjs';
import { PRODUCTION_VALUES, production } from '../production.mjs';
import { until } from '../until.mjs';

const DASHBOARD = join(ROOT, 'helm/framewright/files/dashboards/framewright.json');
/** Alerts that a machine shared with much else causes. */
const OF_THE_MACHINE = ['EventLoopBlocked'];
/** Panels of what has not happened here: nothing was refused, failed, repaired or sent to a webhook. */
const EMPTY = [
  ...['Responses with 5xx', 'Failed RPCs', 'Repairs per hour', 'Forbidden addresses'],
  ...['Delivery attempts by result', 'Event to first attempt', 'Response time of receivers, 95th percentile'],
  'Disabled endpoints',
];

/** The part `monitoring`: a real Prometheus gets the metrics, and its alerts fire when what they describe happens. */
export function monitoring({ node }) {
  let prometheus;
  const fires = (alert) =>
    until(`${alert} fires`, async () => (await prometheus.firing()).includes(alert), 180_000, 1_000);
  const isSilent = () => until('no alert fires', () => expectSilence(prometheus), 240_000, 2_000);
  return {
    'every service is scraped': async () => {
      const { release } = await production(node);
      prometheus = await installMonitoring(node, PRODUCTION_VALUES);
      await until('all targets are up', () => expectUp(prometheus, release), 120_000, 2_000);
    },
    "the dashboards' queries return data": async () => {
      const { release, baseUrl, key } = await production(node);
      await renderVideo(node, baseUrl, key);
      await until('every panel has data', () => expectData(prometheus, release), 120_000, 3_000);
    },
    'no alert fires while all is well': isSilent,
    'NatsUnreachable fires while NATS is away': async () => {
      const { servers } = await production(node);
      await servers.scale('nats', 0);
      await fires('NatsUnreachable');
      await servers.scale('nats', 1);
      await isSilent();
    },
    'NoRenderers fires while videos wait and there is none': async () => {
      const { release, baseUrl, key } = await production(node);
      await release.scale('renderer', 0);
      const video = renderVideo(node, baseUrl, key);
      try {
        await fires('NoRenderers');
      } finally {
        await release.scale('renderer', 1);
        await video;
      }
      await isSilent();
    },
    'MetricsMissing fires while a service cannot be scraped': async () => {
      const { release } = await production(node);
      const policy = `networkpolicy/${release.name}-framewright-credits`;
      await release.kubectl('patch', policy, '--type=json', '--patch=[{"op":"remove","path":"/spec/ingress"}]');
      // Open connections stay open; a new pod has none.
      await release.kubectl('rollout', 'restart', `deployment/${release.name}-framewright-credits`);
      await fires('MetricsMissing');
      await installMonitoring(node, PRODUCTION_VALUES);
      await isSilent();
    },
  };
}

async function expectUp(prometheus, release) {
  const components = ['gateway', 'videos', 'credits', 'webhooks', 'renderer'];
  const up = (await prometheus.query('up == 1')).map(({ metric }) => metric.job);
  const missing = components.filter((each) => !up.includes(`${release.name}-framewright-${each}`));
  if (missing.length > 0) throw new Error(`not scraped: ${missing.join(', ')}`);
}

async function expectSilence(prometheus) {
  const firing = (await prometheus.firing()).filter((alert) => !OF_THE_MACHINE.includes(alert));
  if (firing.length > 0) throw new Error(firing.join(', '));
}

async function expectData(prometheus, release) {
  const panels = panelsBelow(JSON.parse(readFileSync(DASHBOARD, 'utf8')).panels);
  const unknown = EMPTY.filter((title) => !panels.some((panel) => panel.title === title));
  if (unknown.length > 0) throw new Error(`no panel is called ${unknown.join(', ')}`);
  const empty = [];
  for (const { title, targets = [] } of panels) {
    for (const { expr } of targets) {
      const expression = expr.replaceAll('$namespace', release.namespace).replaceAll('$__rate_interval', '1m');
      const result = await prometheus.query(expression);
      if (result.length === 0 && !EMPTY.includes(title)) empty.push(`${title}: ${expression}`);
    }
  }
  if (empty.length > 0) throw new Error(`no data:\n${empty.join('\n')}`);
}

function panelsBelow(panels) {
  return panels.flatMap((panel) => [panel, ...panelsBelow(panel.panels ?? [])]);
}
