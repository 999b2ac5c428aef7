import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from './until.mjs';

/** A source of the gateway, and what a caller reads of it. */
export const SOURCE = 'apps/gateway/src/openapi/document.ts';
const TITLE = ".setTitle('Framewright')";

/** The source with another title, of a checkout. */
export function changedSource(checkout) {
  const text = readFileSync(join(checkout, SOURCE), 'utf8');
  if (!text.includes(TITLE)) throw new Error(`${SOURCE} has no ${TITLE}`);
  return text.replace(TITLE, ".setTitle('Reloaded')");
}

/** Waits until the changed source is served. Asks through the Kubernetes API server: its address survives the restart of the gateway. */
export async function untilServed(release, timeoutMs) {
  const { node, namespace, name } = release;
  const document = `/api/v1/namespaces/${namespace}/services/${name}-framewright-gateway:80/proxy/v1/openapi.json`;
  const isReloaded = async () => (await node.api.read(document)).info.title === 'Reloaded';
  try {
    await until('the changed source is served', isReloaded, Math.min(timeoutMs, 60_000), 200);
  } catch (error) {
    throw new Error(`${error.message}\n${await errorsOf(release)}`, { cause: error });
  }
}

/** Errors that the gateway has printed. */
async function errorsOf(release) {
  const log = await release.log('gateway', 5_000);
  const errors = log.split('\n').filter((line) => /error/i.test(line));
  return errors.slice(-15).join('\n');
}
