import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import { type Repeated, Repeater } from './repeater.js';

/** A provider whose rounds run one at a time from the application's start to its shutdown, as a {@link Repeater} runs them. */
export abstract class RepeatingProvider implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly repeater: Repeater;

  protected constructor(task: Omit<Repeated, 'run'>) {
    this.repeater = new Repeater({ ...task, run: () => this.round() });
  }

  /** One round; resolves to true to start the next round immediately. */
  protected abstract round(): Promise<unknown>;

  onApplicationBootstrap(): void {
    this.repeater.start();
  }

  /** Starts a round without waiting for the interval: call it after the commit that made work for it. */
  kick(): void {
    this.repeater.kick();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.repeater.stop();
  }
}
