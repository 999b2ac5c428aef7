// node apps/cli/bundle.mjs <dist> <folder>
//
// Bundles the command from what the build compiled: main.js and the programs that it starts, each with the modules and
// packages that it uses, the templates of `framewright init`, the page of `framewright dev` with the preview, and the console's
// editor for its files.
// Packages with native code or data files are not bundled; the package depends on them.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const [dist, target] = process.argv.slice(2);
if (!target) {
  console.error('Usage: node apps/cli/bundle.mjs <dist> <folder>, after compiling');
  process.exit(1);
}
const folder = resolve(target);
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
/** The programs by the names of their files in the bundle. */
const PROGRAMS = {
  main: 'apps/cli/src/main.js',
  'render-process': 'apps/cli/src/engine/render-process.js',
  'drawing-program': 'libs/render/src/drawing/drawing-program.js',
};
/** Templates that can be rendered as they are: the recordings of the others are placeholders. */
const LEFT_OUT = ['spoken-text'];
/** Templates of the gallery. They name no files. */
const STARTERS = join(ROOT, 'examples/starters');
/** Files that stand behind the placeholders of the examples. */
const SAMPLES = join(ROOT, 'apps/local/sample');

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const [name, entry] of Object.entries(PROGRAMS)) {
  const output = join(folder, `${name}.js`);
  run(join(ROOT, 'apps/renderer/bundle.mjs'), dist, join(dist, entry), output);
  writeFileSync(
    output,
    readFileSync(output, 'utf8').replaceAll('process.env["FRAMEWRIGHT_CLI_VERSION"]', JSON.stringify(version)),
  );
}
run(join(ROOT, 'libs/preview/bundle.mjs'), dist, join(folder, 'preview'));
cpSync(join(ROOT, 'apps/cli/page'), join(folder, 'page'), { recursive: true });
const vite = [join(ROOT, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'error'];
run(...vite, '--config', join(ROOT, 'apps/console/vite.alone.config.mjs'), '--outDir', join(folder, 'editor'));
const { templateSchema } = await import(pathToFileURL(resolve(dist, 'apps/gateway/src/openapi/api-documents.js')).href);
writeFileSync(join(folder, 'editor/template-schema.json'), JSON.stringify(templateSchema('/v1/template-schema')));
for (const name of readdirSync(join(ROOT, 'examples/templates'))) {
  if (!LEFT_OUT.includes(name)) copyTemplate(name);
}
cpSync(join(STARTERS, 'starters.json'), join(folder, 'starters.json'));
for (const { name } of JSON.parse(readFileSync(join(STARTERS, 'starters.json'), 'utf8'))) {
  cpSync(join(STARTERS, name), join(folder, 'templates', name), { recursive: true });
}

/** Copies a template with its data, and the files that it names beside it. */
function copyTemplate(name) {
  const template = join(folder, 'templates', name);
  cpSync(join(ROOT, 'examples/templates', name), template, { recursive: true });
  for (const file of readdirSync(template, { recursive: true }).filter((each) => each.endsWith('.json'))) {
    const path = join(template, file);
    const way = file.includes('/') ? '../' : '';
    const text = readFileSync(path, 'utf8').replaceAll(/"https:\/\/example\.com\/([\w-]+\.\w+)"/g, (_, named) => {
      cpSync(join(SAMPLES, named), join(template, named));
      return `"${way}${named}"`;
    });
    writeFileSync(path, text);
  }
}

function run(...args) {
  execFileSync(process.execPath, args, { stdio: 'inherit' });
}
