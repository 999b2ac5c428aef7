import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { UserError } from '../../apps/local/bootstrap/user-error.mjs';
import { cacheFolder } from '../../apps/local/bootstrap/paths.mjs';

/** URL of Maven's repositories. */
const CENTRAL = process.env.MAVEN_REPOSITORY || 'https://repo1.maven.org/maven2';

/** Jars by name: their paths at Maven Central, with their SHA-256. */
const JARS = {
  'openapi-generator': {
    'org/openapitools/openapi-generator-cli/7.25.0/openapi-generator-cli-7.25.0.jar':
      '41ce4f6b07f196676439d710759fa1ced7a08066d06ff1bf314681470289efae',
  },
  /** Jars that OpenAPI Generator's clients for Java need, in the versions of the `pom.xml` that it writes. */
  'java-client': {
    'com/google/code/findbugs/jsr305/3.0.2/jsr305-3.0.2.jar':
      '766ad2a0783f2687962c8ad74ceecc38a28b9f72a2d085ee438b7813e928d0c7',
    'com/google/code/gson/gson/2.10.1/gson-2.10.1.jar':
      '4241c14a7727c34feea6507ec801318a3d4a90f070e4525681079fb94ee4c593',
    'com/squareup/okhttp3/logging-interceptor/4.12.0/logging-interceptor-4.12.0.jar':
      'f3e8d5f0903c250c2b55d2f47fcfe008e80634385da8385161c7a63aaed0c74c',
    'com/squareup/okhttp3/okhttp/4.12.0/okhttp-4.12.0.jar':
      'b1050081b14bb7a3a7e55a4d3ef01b5dcfabc453b4573a4fc019767191d5f4e0',
    'com/squareup/okio/okio-jvm/3.6.0/okio-jvm-3.6.0.jar':
      '67543f0736fc422ae927ed0e504b98bc5e269fda0d3500579337cb713da28412',
    'io/gsonfire/gson-fire/1.9.0/gson-fire-1.9.0.jar':
      '73f56642ef43381efda085befb1e6cb51ce906af426d8db19632d396a5bb7a91',
    'jakarta/annotation/jakarta.annotation-api/1.3.5/jakarta.annotation-api-1.3.5.jar':
      '85fb03fc054cdf4efca8efd9b6712bbb418e1ab98241c4539c8585bbc23e1b8a',
    'org/apache/commons/commons-lang3/3.18.0/commons-lang3-3.18.0.jar':
      '4eeeae8d20c078abb64b015ec158add383ac581571cddc45c68f0c9ae0230720',
    'org/jetbrains/kotlin/kotlin-stdlib/1.9.10/kotlin-stdlib-1.9.10.jar':
      '55e989c512b80907799f854309f3bc7782c5b3d13932442d0379d5c472711504',
    'org/openapitools/jackson-databind-nullable/0.2.11/jackson-databind-nullable-0.2.11.jar':
      '07417c949d66a67eb8bc1e919f3f1f13a741badf8b4fcbd39ac16a509d38d34c',
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
