import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Logger } from './logger.js';
import { Repeater } from './repeater.js';

/**
 * The work that a module repeats while its application runs: it begins after the start and ends with the shutdown. List it among
 * the providers of the module, so that the work ends before what the module uses.
 */
@Injectable()
export class RepeatedWork implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly repeaters: Repeater[] = [];

  constructor(private readonly log: Logger) {}

  /**
   * Adds work. Call it while the application is made, in a constructor.
   *
   * @param run one round; resolves to true to start the next round immediately
   * @param intervalMs pause between rounds
   * @param failure name of the line that a failed round logs; the next round follows after the pause
   */
  repeat(run: () => unknown, intervalMs: number, failure: string): Repeater {
    const onError = (error: unknown): void => this.log.warn(failure, { error });
    const repeater = new Repeater({ run: async () => await run(), intervalMs, onError });
    this.repeaters.push(repeater);
    return repeater;
  }

  onApplicationBootstrap(): void {
    for (const repeater of this.repeaters) repeater.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.repeaters.map((repeater) => repeater.stop()));
  }
}
