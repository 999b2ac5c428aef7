import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, createWriteStream, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { report } from '../../apps/local/bootstrap/report.mjs';
import { UserError } from '../../apps/local/bootstrap/user-error.mjs';
import { cacheFolder } from '../../apps/local/bootstrap/paths.mjs';

/** The oldest Go that the modules beside this file need, and the toolchain that is fetched where there is none. */
const OLDEST = [1, 26];
const TOOLCHAIN = 'v0.0.1-go1.26.8';
/** SHA-256 of the toolchain's module, by Go's name of the platform; elsewhere Go must be installed. */
const TOOLCHAIN_SHA256 = {
  'linux-amd64': '30c2b1bf7dcc88d3eb0a1364e47ddd9128edb3110a30e8a0ef61cd5856b31de7',
  'linux-arm64': '02b36b6787b3ac767668f630e2998df45a3b1f9ffee08d1bf3ef6487cd658d99',
};
const PLATFORM = `${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`;

/** A Go that can build the tools: the one on PATH if it is new enough, else one from the Go module proxy. */
export async function findGo() {
  if (isNewEnough('go')) return { go: 'go' };
  const fetched = join(cacheFolder('go'), `golang.org/toolchain@${TOOLCHAIN}.${PLATFORM}`, 'bin/go');
  if (!existsSync(fetched)) await fetchToolchain();
  return { go: fetched };
}

function isNewEnough(go) {
  try {
    // In a folder without a go.mod, so that no project asks for another version.
    const version = execFileSync(go, ['env', 'GOVERSION'], {
      encoding: 'utf8',
      cwd: '/',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [, major, minor] = /^go(\d+)\.(\d+)/.exec(version).map(Number);
    return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
  } catch {
    return false;
  }
}

/** Go distributes itself as the module golang.org/toolchain: a zip with everything but the executable bits. */
async function fetchToolchain() {
  const expected = TOOLCHAIN_SHA256[PLATFORM];
  const solution = `Install Go ${OLDEST.join('.')} or newer (https://go.dev/dl/) and run the same command again.`;
  if (!expected) throw new UserError(`There is no Go for ${PLATFORM} to fetch. ${solution}`);
  const [proxy] = (process.env.GOPROXY || 'https://proxy.golang.org').split(/[,|]/);
  report(`Fetching Go (${TOOLCHAIN}, 70 MB, once) from ${proxy} …`);
  const folder = cacheFolder('go');
  const response = await fetch(`${proxy}/golang.org/toolchain/@v/${TOOLCHAIN}.${PLATFORM}.zip`).catch((error) => {
    throw new UserError(`Go could not be fetched (${error.cause?.message ?? error.message}). ${solution}`);
  });
  if (!response.ok) throw new UserError(`Go could not be fetched (HTTP ${response.status}). ${solution}`);
  const bytes = Buffer.from(await response.arrayBuffer());
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  if (sha256 !== expected)
    throw new UserError(`The fetched Go is not the expected one (SHA-256 ${sha256}). ${solution}`);
  const unpacked = join(folder, 'unpacked');
  rmSync(unpacked, { recursive: true, force: true });
  mkdirSync(unpacked);
  await unzip(bytes, unpacked);
  const root = join(unpacked, `golang.org/toolchain@${TOOLCHAIN}.${PLATFORM}`);
  for (const programs of ['bin', `pkg/tool/${PLATFORM.replace('-', '_')}`]) {
    if (!existsSync(join(root, programs))) continue;
    for (const file of readdirSync(join(root, programs))) chmodSync(join(root, programs, file), 0o755);
  }
  rmSync(join(folder, 'golang.org'), { recursive: true, force: true });
  renameSync(join(unpacked, 'golang.org'), join(folder, 'golang.org'));
  rmSync(unpacked, { recursive: true });
}

/** Unpacks a Go module's zip, whose files lie below one folder. The checksum of the whole is known. */
async function unzip(bytes, folder) {
  const { fromBufferPromise } = await import('yauzl'); // where Go is installed, no package is needed
  const zip = await fromBufferPromise(bytes, { lazyEntries: true });
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName.endsWith('/')) continue;
    const file = join(folder, entry.fileName);
    mkdirSync(dirname(file), { recursive: true });
    await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(file));
  }
}
