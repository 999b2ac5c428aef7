import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Tinypool } from 'tinypool';
import { errnoOf } from '#libs/errors';
import { AppError } from '#libs/contracts';
import { callerSignal, threadProgram } from '#libs/runtime';
import { tooLarge } from './body-errors.js';
import { type BodyWithRows, readJsonWithRows } from './body-with-rows.js';
import type { RowsOutcome } from './rows-thread.js';

/** Least bytes of a body that is read on the thread. A shorter body takes the event loop about three ms. */
const LONG_BYTES = 65_536;
/** Memory of the thread. The longest bodies need 48 MiB; with more, garbage would only be collected later. */
const LIMITS = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 };
const TOO_MUCH_MEMORY = `must not take more than ${LIMITS.maxOldGenerationSizeMb} MiB of memory to be read`;
/** Time after which an unused thread ends, ms. */
const IDLE_MS = 60_000;

/**
 * The options of a run. Tinypool's types declare only one of `postMessage`'s two signatures, and the other is used
 * here.
 */
type RunOptions = NonNullable<Parameters<Tinypool['run']>[1]>;

/** Reads bodies with rows: long ones one by one on a thread, because each would hold all other requests for a tenth of a second. */
@Injectable()
export class RowsReader implements OnModuleDestroy {
  private readonly thread = new Tinypool({
    ...threadProgram(import.meta.url, './rows-thread'),
    runtime: 'worker_threads',
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
    resourceLimits: LIMITS,
  });
  private last: Promise<unknown> = Promise.resolve();

  /**
   * @param bytes of JSON; a long one is not usable afterwards
   * @throws AppError as {@link readJsonWithRows}; the caller's reason if it has left before its turn
   */
  async read(bytes: Buffer): Promise<BodyWithRows<unknown>> {
    if (bytes.length < LONG_BYTES) return readJsonWithRows(bytes);
    const caller = callerSignal();
    const turn = this.last.then(() => {
      caller?.throwIfAborted();
      const transferList = [bytes.buffer] as unknown as RunOptions['transferList'];
      return this.thread.run(bytes, { name: 'read', transferList }) as Promise<RowsOutcome>;
    });
    this.last = turn.catch(() => undefined);
    const outcome = await turn.catch((error: unknown) => {
      if (errnoOf(error) === 'ERR_WORKER_OUT_OF_MEMORY') throw tooLarge(TOO_MUCH_MEMORY);
      throw error;
    });
    if ('refusal' in outcome) throw AppError.fromReply(outcome.refusal);
    return outcome.body;
  }

  onModuleDestroy(): Promise<void> {
    return this.thread.destroy();
  }
}
