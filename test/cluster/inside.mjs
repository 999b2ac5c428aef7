// The first process of the run's namespaces. When it ends, the kernel ends all others.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { report } from '../../apps/local/bootstrap/report.mjs';
import { findDefects } from './find-defects.mjs';
import { Engine } from './engine.mjs';
import { buildImages } from './images.mjs';
import { needsNode, needsOf } from './needs.mjs';
import { NO_ENGINE } from './no-engine.mjs';
import { Node } from './node/node.mjs';
import { PARTS } from './parts/parts.mjs';
import { coverStateFolders } from './state-folders.mjs';
import { timed } from './timed.mjs';

process.stdin.on('end', () => process.exit(130)).resume();
process.on('unhandledRejection', (error) => {
  report(error.stack);
  process.exit(1);
});

const folder = process.env.CLUSTER_FOLDER;
const tools = JSON.parse(process.env.CLUSTER_TOOLS);
const { parts, defects, needed, isHeld } = JSON.parse(process.env.CLUSTER_ORDER);
mkdirSync(join(folder, 'logs'));
await coverStateFolders();

const engine = await Engine.start(folder).catch((error) => {
  report(error.message);
  process.exit(NO_ENGINE);
});
const { images } = needsOf(needed);
await timed('images', () => buildImages(engine, tools, images));
const node = await startNode();
const setting = { engine, node, tools, folder };
const broken = await runParts();
const missed = defects.length > 0 ? await findDefects(setting, defects) : 0;
await timed('room in the cache', () => engine.prune());
if (isHeld) {
  report(`Everything stays until this command is interrupted; its folder is ${folder}.`);
  await new Promise(() => {}); // the end of stdin ends it
}
process.exit(broken + missed === 0 ? 0 : 1);

async function startNode() {
  if (!needsNode(needed)) return undefined;
  const started = await timed('a node, ready', () => Node.start(folder, tools));
  await timed('images on the node', () => loadImages(started));
  return started;
}

/**
 * Loads the project's images and all others at the same time, the images of each half one after the other, because each
 * uses one processor.
 */
function loadImages(started) {
  const isOwn = (image) => image.startsWith('framewright/');
  const halves = [images.filter(isOwn), images.filter((image) => !isOwn(image))];
  return Promise.all(halves.filter((half) => half.length > 0).map((half) => started.load(engine, half)));
}

/** Returns how many promises were not kept. */
async function runParts() {
  let [kept, broken] = [0, 0];
  for (const name of parts) {
    for (const [promise, check] of Object.entries(PARTS[name](setting))) {
      try {
        await timed(`${name}: ${promise}`, check);
        kept++;
      } catch (error) {
        report(`FAILED  ${name}: ${promise}\n${error.stack}`);
        broken++;
      }
    }
  }
  if (parts.length > 0) report(`${kept} passed, ${broken} failed`);
  return broken;
}
