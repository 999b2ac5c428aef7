import { Injectable } from '@nestjs/common';
import { Logger, RepeatingProvider } from '#libs/runtime';
import { TemplateArchives } from './template-archives.service.js';

/** An import is over after minutes. */
const ABANDONED_MS = 60 * 60_000;
const SWEEP_INTERVAL_MS = 15 * 60_000;

/** Removes the archives of imports that ended with their gateway. Every gateway does so: removing one twice is harmless. */
@Injectable()
export class ImportSweeper extends RepeatingProvider {
  constructor(
    private readonly archives: TemplateArchives,
    log: Logger,
  ) {
    super({ intervalMs: SWEEP_INTERVAL_MS, onError: (error) => log.warn('imports.sweep_failed', { error }) });
  }

  protected round(): Promise<void> {
    return this.archives.sweep(new Date(Date.now() - ABANDONED_MS));
  }
}
