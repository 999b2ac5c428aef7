import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Child, freePort } from '#libs/embedded';
import { eventually } from './eventually.js';
import { findTools } from './find-tools.js';
import { currentTestRun } from './test-run.js';
import { temporaryFolder } from './temporary-folder.js';

/** An S3-compatible server of a spec's own, versitygw, with an empty bucket. */
export interface TestS3 {
  /** `http://127.0.0.1:…` */
  readonly endpoint: string;
  readonly bucket: string;
  /** The only user's keys, as the variables that every S3 client reads. */
  readonly credentials: { readonly AWS_ACCESS_KEY_ID: string; readonly AWS_SECRET_ACCESS_KEY: string };
  /** STORAGE_URL of a prefix in the bucket, with more parameters or others. */
  storageUrl(prefix: string, parameters?: Readonly<Record<string, string>>): string;
  /** Ends it as an operator would; what it has stored stays. */
  stop(): Promise<void>;
  /** Starts it again at the same address. */
  restart(): Promise<void>;
}

const BUCKET = 'files';
const CREDENTIALS = { AWS_ACCESS_KEY_ID: 'framewright', AWS_SECRET_ACCESS_KEY: 'a secret of the test run' };

/**
 * `describe` for tests on a real S3-compatible server. It is built from the Go module proxy the first time (some minutes)
 * and kept outside the repository; where it can be neither found nor built the tests are skipped, and stderr says why.
 */
export async function describeOnS3(title: string, tests: (start: () => Promise<TestS3>) => void): Promise<void> {
  const { describe } = await import('@jest/globals'); // benches use this library outside of Jest
  const found = await findTools<'versitygw'>(['versitygw']);
  if ('tools' in found) {
    describe(title, () => tests(() => startS3(found.tools.versitygw)));
  } else {
    process.stderr.write(`Skipped: ${title}. There is no S3-compatible server to be had here: ${found.reason}\n`);
    describe.skip(title, () => tests(neverStarted));
  }
}

function neverStarted(): never {
  throw new Error('the tests are skipped');
}

async function startS3(program: string): Promise<TestS3> {
  const run = currentTestRun();
  const folder = temporaryFolder('s3');
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  for (const name of ['objects', `objects/${BUCKET}`, 'metadata']) mkdirSync(join(folder, name));
  const start = async (): Promise<Child> => {
    const args = [
      '--port',
      `127.0.0.1:${port}`,
      '--keep-alive',
      '--quiet',
      'posix',
      '--sidecar',
      join(folder, 'metadata'),
    ];
    const child = await Child.start(program, [...args, join(folder, 'objects')], {
      env: { ROOT_ACCESS_KEY: CREDENTIALS.AWS_ACCESS_KEY_ID, ROOT_SECRET_KEY: CREDENTIALS.AWS_SECRET_ACCESS_KEY },
      logFile: join(folder, 's3.log'),
      lifetime: run.pid,
    });
    await eventually(() => fetch(endpoint), { timeoutMs: 30_000 });
    return child;
  };
  let server = await start();
  return {
    endpoint,
    bucket: BUCKET,
    credentials: CREDENTIALS,
    storageUrl: (prefix, parameters) =>
      `s3://${BUCKET}/${prefix}?${new URLSearchParams({ endpoint, region: 'us-east-1', ...parameters }).toString()}`,
    async stop() {
      await server.stop('SIGTERM', 5_000);
    },
    async restart() {
      await server.stop('SIGTERM', 5_000);
      server = await start();
    },
  };
}
