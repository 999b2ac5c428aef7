import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { report } from '../../apps/local/bootstrap/report.mjs';
import { DEFECTS } from './defects.mjs';
import { developmentRelease, removeDevelopment } from './development.mjs';
import { buildApp } from './images.mjs';
import { PARTS } from './parts/parts.mjs';
import { copyCheckout } from './sources.mjs';
import { timed } from './timed.mjs';

const TAG = 'defect';
/** Time for which a part waits for an outcome that a defect prevents. */
const PATIENCE_MS = 75_000;

/**
 * Puts each of these defects back, one at a time, and runs the part that must find it.
 * @returns how many were not found
 */
export async function findDefects(setting, names) {
  let missed = 0;
  for (const name of names) {
    const { what, part, symptom } = DEFECTS[name];
    const outcome = await timed(`${name}: ${what}`, () => outcomeWith(setting, name));
    const isFound = outcome !== undefined && symptom.test(outcome.message);
    if (!isFound) missed++;
    report(`${isFound ? 'FOUND' : 'MISSED'}  ${name}, by the part ${part}: ${describe(outcome, symptom)}`);
  }
  report(`${names.length - missed} of ${names.length} defects found`);
  return missed;
}

/** The failure of the part; undefined when all of its promises are kept. */
async function outcomeWith(setting, name) {
  const { apps, part } = DEFECTS[name];
  const source = await copyWith(setting, name);
  const tags = Object.fromEntries(apps.map((app) => [app, TAG]));
  const defective = { ...setting, source, tags, tag: TAG, apps, patienceMs: PATIENCE_MS };
  try {
    if (part !== 'images') await removeDevelopment(developmentRelease(setting), setting);
    if (part !== 'live-reload') await makeImages(setting, { source, apps, isRun: part !== 'images' });
    const checks = part === 'images' ? [] : Object.entries(PARTS[part](defective));
    for (const [promise, check] of checks) await timed(`${part}: ${promise}`, check);
    return undefined;
  } catch (error) {
    return error;
  } finally {
    if (part !== 'images') await removeDevelopment(developmentRelease(setting), setting);
  }
}

async function makeImages({ engine, node }, { source, apps, isRun }) {
  for (const app of apps) await buildApp(engine, app, { source, tag: TAG });
  if (!isRun || apps.length === 0) return;
  await node.load(
    engine,
    apps.map((app) => `framewright/${app}:${TAG}`),
  );
}

/**
 * Puts the defect back into a copy of the checkout.
 * @throws Error when a source is no longer what the defect changes
 */
async function copyWith({ folder }, name) {
  const copy = join(folder, 'defects', name);
  await copyCheckout(copy);
  for (const [file, from, to] of DEFECTS[name].edits) {
    const text = readFileSync(join(copy, file), 'utf8');
    if (!text.includes(from)) throw new Error(`${name}: ${file} has no ${JSON.stringify(from)}`);
    writeFileSync(join(copy, file), text.replace(from, to));
  }
  return copy;
}

function describe(outcome, symptom) {
  if (!outcome) return 'every promise was kept';
  const found = symptom.exec(outcome.message);
  if (!found) return outcome.message;
  return outcome.message.slice(Math.max(0, found.index - 100), found.index + found[0].length + 150).trim();
}
