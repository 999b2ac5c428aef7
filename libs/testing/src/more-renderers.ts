import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Child, freePort } from '#libs/embedded';
import { repositoryRoot } from './repository-root.js';

/** Addresses that a renderer works with, as in `$DATA_DIR/processes.json`. */
export interface RendererPlace {
  natsUrls: { renderer: string };
  storageUrl: string;
  workFolder: string;
}

const RESTART_MS = 1_000;
const STOP_MS = 25_000;

/** Renderers beside the one of a local system. One that ends is started again, as the supervisor does. */
export class MoreRenderers {
  private readonly running = new Map<string, Child>();
  private readonly loops: Promise<void>[] = [];
  private isStopping = false;

  /** @param dataFolder of the system, for logs */
  constructor(
    private readonly dataFolder: string,
    private readonly environment: NodeJS.ProcessEnv,
  ) {}

  /** Ids of the processes that run now. */
  get pids(): number[] {
    return [...this.running.values()].map(({ pid }) => pid);
  }

  async add(place: RendererPlace): Promise<void> {
    const name = `renderer-${this.loops.length + 2}`;
    const first = await this.launch(name, place);
    this.loops.push(this.keepRunning(name, first, place));
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    await Promise.all([...this.running.values()].map((child) => child.stop('SIGTERM', STOP_MS)));
    await Promise.all(this.loops);
  }

  private async keepRunning(name: string, first: Child, place: RendererPlace): Promise<void> {
    let child = first;
    for (;;) {
      await child.exited;
      this.running.delete(name);
      if (!this.isStopping) await delay(RESTART_MS);
      if (this.isStopping) return;
      child = await this.launch(name, place);
    }
  }

  private async launch(name: string, { natsUrls, storageUrl, workFolder }: RendererPlace): Promise<Child> {
    const work = join(workFolder, name);
    mkdirSync(work, { recursive: true });
    const child = await Child.start(
      process.execPath,
      ['--enable-source-maps', join(repositoryRoot(), 'dist/apps/renderer/src/main.js')],
      {
        logFile: join(this.dataFolder, 'logs', `${name}.log`),
        env: {
          ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8,::1/128',
          STOP_GRACE_MS: '2000',
          ...this.environment,
          NATS_URL: natsUrls.renderer,
          MANAGE_STREAMS: 'false',
          STORAGE_URL: storageUrl,
          WORK_DIR: work,
          PORT: undefined,
          HEALTH_HOST: '127.0.0.1',
          HEALTH_PORT: String(await freePort()),
        },
      },
    );
    this.running.set(name, child);
    return child;
  }
}
