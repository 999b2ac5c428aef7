// The first process of the run's namespaces. When it ends, the kernel ends all others.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { report } from '../../apps/local/bootstrap/report.mjs';
import { Engine } from './engine.mjs';
import { buildImages } from './images.mjs';
import { Node } from './node/node.mjs';
import { PARTS } from './parts/parts.mjs';
import { timed } from './timed.mjs';

process.stdin.on('end', () => process.exit(130)).resume();
process.on('unhandledRejection', (error) => {
  report(error.stack);
  process.exit(1);
});

const folder = process.env.CLUSTER_FOLDER;
const tools = JSON.parse(process.env.CLUSTER_TOOLS);
const wanted = process.argv.slice(2).filter((each) => each !== '--hold');
mkdirSync(join(folder, 'logs'));

const engine = await Engine.start(folder);
await timed('images', () => buildImages(engine, tools));
const node = await timed('a node, ready', () => Node.start(folder, tools));
await timed('images on the node', () => node.load(engine));
let [passed, failed] = [0, 0];
for (const [name, part] of Object.entries(PARTS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  for (const [promise, check] of Object.entries(part({ engine, node, tools, folder }))) {
    try {
      await timed(`${name}: ${promise}`, check);
      passed++;
    } catch (error) {
      report(`FAILED  ${name}: ${promise}\n${error.stack}`);
      failed++;
    }
  }
}
report(`${passed} passed, ${failed} failed`);
if (process.argv.includes('--hold')) {
  report(`The node stays until this command is interrupted; its folder is ${folder}.`);
  await new Promise(() => {}); // the end of stdin ends it
}
process.exit(failed === 0 ? 0 : 1);
