import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Child, type Lifetime } from './child-process.js';
import { lastLines } from './postgres-server.js';

export interface NatsOptions {
  /** JetStream's store; made when missing. */
  readonly directory: string;
  readonly logFile: string;
  /** Default: a free one. */
  readonly port?: number;
  /** Further configuration (docs.nats.io: Configuration), users for instance. */
  readonly configuration?: object;
  readonly lifetime?: Lifetime;
}

export interface NatsServer {
  readonly port: number;
  readonly url: string;
  readonly version: string;
  readonly child: Child;
  stop(): Promise<void>;
}

/** The oldest release that this code was measured with. */
const OLDEST_VERSION = [2, 9, 10] as const;
const START_TIMEOUT_MS = 30_000;
/**
 * Most bytes of a message: more than the server's default of 1 MiB, because a request body may have 1 MiB and travels
 * inside an envelope.
 */
const MAX_PAYLOAD_BYTES = 8 * 1024 * 1024;
/**
 * Pings by which the server detects within some 15 s that a client has vanished; by default it takes 6 min. Until then
 * it sends the client its share of the requests.
 */
const PING = { ping_interval: '5s', ping_max: 2 };

/**
 * Starts a nats-server with JetStream on 127.0.0.1. The program is NATS_SERVER_PATH, else the one on PATH.
 * @throws Error when it is missing, older than 2.9.10, or does not come up.
 */
export async function startNatsServer(options: NatsOptions): Promise<NatsServer> {
  mkdirSync(options.directory, { recursive: true, mode: 0o700 });
  const portsFolder = mkdtempSync(join(tmpdir(), 'framewright-nats-'));
  try {
    const child = await launch(options, portsFolder);
    const port = await untilListening(child, portsFolder, options.logFile);
    const version = await greetedVersion(port);
    if (!isAtLeast(version, OLDEST_VERSION)) {
      await child.stop('SIGTERM', 5_000);
      throw new Error(
        `nats-server ${version} is too old: ${OLDEST_VERSION.join('.')} or newer is needed (NATS_SERVER_PATH).`,
      );
    }
    return {
      port,
      version,
      url: `nats://127.0.0.1:${port}`,
      child,
      async stop() {
        await child.stop('SIGTERM', 10_000);
      },
    };
  } finally {
    rmSync(portsFolder, { recursive: true, force: true });
  }
}

async function launch(options: NatsOptions, portsFolder: string): Promise<Child> {
  const command = process.env['NATS_SERVER_PATH'] ?? 'nats-server';
  const network = ['--addr', '127.0.0.1', '--port', String(options.port ?? -1), '--ports_file_dir', portsFolder];
  const config = join(portsFolder, 'nats.conf');
  // JSON is nats-server's configuration language too.
  writeFileSync(config, JSON.stringify({ max_payload: MAX_PAYLOAD_BYTES, ...PING, ...options.configuration }), {
    mode: 0o600,
  });
  // Debian installs it where only root's PATH looks.
  const path = [process.env['PATH'] ?? '', '/usr/local/sbin', '/usr/sbin'].join(delimiter);
  try {
    return await Child.start(
      command,
      ['--config', config, ...network, '--jetstream', '--store_dir', options.directory],
      {
        logFile: options.logFile,
        env: { ...process.env, PATH: path },
        orphanSignal: 'TERM',
        lifetime: options.lifetime,
      },
    );
  } catch (cause) {
    throw new Error(`nats-server cannot be started (${command}). Install it or set NATS_SERVER_PATH.`, { cause });
  }
}

/** The port in the file that the server writes once it listens; the file's name carries our child's process id. */
async function untilListening(child: Child, portsFolder: string, logFile: string): Promise<number> {
  const file = join(portsFolder, `nats-server_${child.pid}.ports`);
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!child.exit && Date.now() < deadline) {
    const port = readPort(file);
    if (port !== undefined) return port;
    await delay(20);
  }
  if (!child.exit) await child.stop('SIGTERM', 5_000);
  throw new Error(`nats-server did not start. Its last words (${logFile}):\n${lastLines(logFile, 8)}`);
}

function readPort(file: string): number | undefined {
  try {
    const ports = JSON.parse(readFileSync(file, 'utf8')) as { nats: string[] };
    return Number(new URL(ports.nats[0]!).port);
  } catch {
    return undefined; // not written yet, or not completely
  }
}

/** The version in the line with which the server greets a client. */
function greetedVersion(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let greeting = '';
    socket.setTimeout(10_000, () => socket.destroy(new Error('nats-server listens but does not greet.')));
    socket.once('error', reject);
    socket.on('data', (chunk) => {
      greeting += chunk.toString('utf8');
      if (!greeting.includes('\r\n')) return;
      socket.destroy();
      resolve((JSON.parse(greeting.slice('INFO '.length, greeting.indexOf('\r\n'))) as { version: string }).version);
    });
  });
}

/** Compares dotted version numbers; what follows a hyphen is ignored. */
export function isAtLeast(version: string, oldest: readonly number[]): boolean {
  const parts = version.split('-')[0]!.split('.').map(Number);
  for (const [index, wanted] of oldest.entries()) {
    const part = parts[index] ?? 0;
    if (part !== wanted) return part > wanted;
  }
  return true;
}
