import { Injectable } from '@nestjs/common';
import { PreparedStatements } from '#libs/database';
import { Logger } from '#libs/runtime';
import { ObjectStore } from '#libs/storage';
import { VideosConfig } from '../videos.config.js';
import { AgeSweep } from './age-sweep.js';
import { type FilesOfVideo, removeFiles } from './remove-files.js';

/** Removes files of videos, then marks the videos. A crash before the mark repeats the removal. */
@Injectable()
export abstract class FileAgeSweep<Video extends { id: string }> extends AgeSweep {
  /** SQL that finds a batch of videos older than $1. */
  protected abstract readonly find: string;
  /** SQL that marks the videos whose ids are $1. */
  protected abstract readonly mark: string;

  constructor(
    statements: PreparedStatements,
    config: VideosConfig,
    protected readonly store: ObjectStore,
    private readonly log: Logger,
  ) {
    super(statements, config);
  }

  /** The files to remove, of each video. */
  protected abstract filesOf(videos: readonly Video[]): Promise<FilesOfVideo[]> | FilesOfVideo[];

  protected async removeBefore(before: Date): Promise<number> {
    const files = await this.filesOf(await this.run<Video>('find', this.find, before));
    if (files.length === 0) return 0;
    const { removed, failure } = await removeFiles(this.store, files);
    if (removed.length > 0) await this.run('mark', this.mark, removed);
    if (failure)
      this.log.warn('retention.removal_failed', {
        kind: this.kind,
        count: files.length - removed.length,
        error: failure,
      });
    return removed.length;
  }
}
