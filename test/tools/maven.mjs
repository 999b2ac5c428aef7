import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { UserError } from '../../apps/local/bootstrap/user-error.mjs';
import { cacheFolder } from '../../apps/local/bootstrap/paths.mjs';

/** Of Maven's repositories. */
const CENTRAL = process.env.MAVEN_REPOSITORY || 'https://repo1.maven.org/maven2';

/** Jars by name: their paths at Maven Central, with their SHA-256. */
const JARS = {
  'openapi-generator': {
    'org/openapitools/openapi-generator-cli/7.14.0/openapi-generator-cli-7.14.0.jar':
      'e03186835022ca02da4aa95e3967b6a3b6d44c2e5f7606e6d5c22466f519c757',
  },
};

/**
 * The jars of this name, fetched once.
 * @returns their paths, joined as a class path
 * @throws UserError when they cannot be fetched
 */
export async function ensureJars(name) {
  const folder = join(cacheFolder('tools'), 'maven');
  mkdirSync(folder, { recursive: true });
  const jars = Object.entries(JARS[name]).map(([path, sha256]) => ensureJar(path, sha256, folder));
  return (await Promise.all(jars)).join(':');
}

async function ensureJar(path, expected, folder) {
  const file = join(folder, basename(path));
  if (existsSync(file)) return file;
  const response = await fetch(`${CENTRAL}/${path}`).catch((error) => {
    throw new UserError(`${path} could not be fetched from ${CENTRAL} (${error.cause?.message ?? error.message}).`);
  });
  if (!response.ok) throw new UserError(`${path} could not be fetched from ${CENTRAL} (HTTP ${response.status}).`);
  const bytes = Buffer.from(await response.arrayBuffer());
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  if (sha256 !== expected) throw new UserError(`${path} is not the expected file (SHA-256 ${sha256}).`);
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, bytes);
  renameSync(unfinished, file);
  return file;
}
