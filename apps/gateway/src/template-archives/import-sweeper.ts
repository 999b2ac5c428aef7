import { Injectable } from '@nestjs/common';
import { RepeatedWork } from '#libs/runtime';
import { TemplateArchives } from './template-archives.service.js';

/** Age from which an import is abandoned, ms. An import takes minutes at most. */
const ABANDONED_MS = 60 * 60_000;
const SWEEP_INTERVAL_MS = 15 * 60_000;

/** Removes the archives of imports that ended with their gateway. Every gateway does so: removing one twice is harmless. */
@Injectable()
export class ImportSweeper {
  constructor(archives: TemplateArchives, work: RepeatedWork) {
    const sweep = () => archives.sweep(new Date(Date.now() - ABANDONED_MS));
    work.repeat(sweep, SWEEP_INTERVAL_MS, 'imports.sweep_failed');
  }
}
