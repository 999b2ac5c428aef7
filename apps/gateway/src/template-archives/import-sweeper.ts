import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Logger, Repeater } from '#libs/runtime';
import { TemplateArchives } from './template-archives.service.js';

/** An import is over after minutes. */
const ABANDONED_MS = 60 * 60_000;
const SWEEP_INTERVAL_MS = 15 * 60_000;

/** Removes the archives of imports that ended with their gateway. Every gateway does so: removing one twice is harmless. */
@Injectable()
export class ImportSweeper implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly repeater: Repeater;

  constructor(archives: TemplateArchives, log: Logger) {
    this.repeater = new Repeater({
      run: () => archives.sweep(new Date(Date.now() - ABANDONED_MS)),
      intervalMs: SWEEP_INTERVAL_MS,
      onError: (error) => log.warn('imports.sweep_failed', { error }),
    });
  }

  onApplicationBootstrap(): void {
    this.repeater.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.repeater.stop();
  }
}
