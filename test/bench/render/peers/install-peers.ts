import { execFile } from 'node:child_process';
import { access, mkdir, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A command's beginning, or why there is none. */
export type Installed = { ok: true; command: readonly string[] } | { ok: false; reason: string };

type Print = (line: string) => void;

/** Folder of the peers, outside of the repository; it is kept. */
const FOLDER = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'framewright', 'peers');
/** The newest Node for which editly's native parts, of 2021, still compile. */
const NODE_20 = `node-linux-${process.arch}`;

const DISPLAY = ['xvfb', 'xauth', 'libgl1-mesa-dri'];
const COMPILING = [
  ...['build-essential', 'python3', 'python-is-python3', 'pkg-config', 'libcairo2-dev', 'libpango1.0-dev'],
  ...['libjpeg-dev', 'libgif-dev', 'librsvg2-dev', 'libxi-dev', 'libgl1-mesa-dev', 'libglew-dev'],
];

/** melt 7 from Debian. */
export function installMelt(print: Print): Promise<Installed> {
  return orReason(async () => {
    await installPackages(['melt', ...DISPLAY], print);
    return ['melt'];
  });
}

/** editly 0.14.2 from npm, its native parts compiled here. */
export function installEditly(print: Print): Promise<Installed> {
  return orReason(async () => {
    await installPackages([...DISPLAY, ...COMPILING], print);
    const node = join(FOLDER, 'node_modules', NODE_20);
    const cli = join(FOLDER, 'node_modules/editly/cli.js');
    if (!(await exists(cli)) || !(await exists(join(FOLDER, 'node_modules/gl/build/Release/webgl.node')))) {
      print(`Compiling editly in ${FOLDER}: some minutes, once …`);
      await mkdir(FOLDER, { recursive: true });
      await writeFile(join(FOLDER, 'package.json'), '{ "private": true }\n');
      await npmInstall(`${NODE_20}@20.20.2`, {});
      const PATH = [join(node, 'bin'), process.env['PATH']].join(delimiter);
      await npmInstall('editly@0.14.2', { PATH, npm_config_nodedir: node });
    }
    return [join(node, 'bin/node'), cli];
  });
}

async function npmInstall(what: string, env: NodeJS.ProcessEnv): Promise<void> {
  const options = { cwd: FOLDER, env: { ...process.env, ...env }, maxBuffer: 1 << 26 };
  await run('npm', ['install', '--no-audit', '--no-fund', '--save-exact', what], options);
}

/** Installs Debian packages that are missing, which takes root. */
async function installPackages(names: readonly string[], print: Print): Promise<void> {
  const missing: string[] = [];
  for (const name of names) if (!(await isPackageInstalled(name))) missing.push(name);
  if (missing.length === 0) return;
  if (process.getuid?.() !== 0) throw new Error(`root would have to install ${missing.join(' ')}`);
  print(`Installing ${missing.join(' ')} …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['-qq', 'update'], { env });
  const install = ['-y', '-qq', '--no-install-recommends', 'install', ...missing];
  await run('apt-get', install, { env, maxBuffer: 1 << 26 });
}

async function isPackageInstalled(name: string): Promise<boolean> {
  const query = run('dpkg-query', ['-W', '-f', '${Status}', name]);
  return (
    await query.then(
      ({ stdout }) => stdout,
      () => '',
    )
  ).endsWith('ok installed');
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

/** The installed command, or the reason why the peer cannot be had: the last line of the failure that states one. */
async function orReason(install: () => Promise<readonly string[]>): Promise<Installed> {
  try {
    return { ok: true, command: await install() };
  } catch (error) {
    const lines = (error instanceof Error ? error.message : String(error)).trim().split('\n');
    return { ok: false, reason: lines.at(-1)! };
  }
}
