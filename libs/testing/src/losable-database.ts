import { eventually } from './eventually.js';
import { startNats } from './nats.js';
import { startPostgres } from './postgres.js';
import { startSilentProxy } from './silent-proxy.js';

/** The ways in which PostgreSQL is lost: it ends, or its machine vanishes. */
export const LOSSES = ['cut', 'silence'] as const;

/** The servers of a service, and the ways in which a test loses its PostgreSQL. */
export interface LosableDatabase {
  /** URL of the service's own schema, by way of a proxy that can be lost. */
  readonly databaseUrl: string;
  readonly natsUrl: string;
  /** Makes PostgreSQL silent from now on: it does not even report that it is gone. */
  silence(): void;
  /**
   * Asks all questions once, again while PostgreSQL is lost, and then repeatedly until all are answered again.
   * @returns the outcomes of the questions while it was lost
   */
  askWhileLost(
    loss: (typeof LOSSES)[number],
    questions: readonly (() => Promise<unknown>)[],
  ): Promise<PromiseSettledResult<unknown>[]>;
  stop(): Promise<void>;
}

/** Starts PostgreSQL and NATS for the service `owner`. */
export async function startLosableDatabase(owner: string): Promise<LosableDatabase> {
  const [postgres, nats] = await Promise.all([startPostgres(), startNats()]);
  const proxy = await startSilentProxy(postgres.url);
  return {
    databaseUrl: proxy.through(await postgres.createOwner(owner)),
    natsUrl: nats.url,
    silence: () => proxy.silence(),
    async askWhileLost(loss, questions) {
      for (const ask of questions) await ask();
      proxy[loss]();
      const answers = await Promise.allSettled(questions.map((ask) => ask()));
      proxy.heal();
      for (const ask of questions) await eventually(ask);
      return answers;
    },
    async stop() {
      await proxy.stop();
      await Promise.all([postgres.stop(), nats.stop()]);
    },
  };
}
