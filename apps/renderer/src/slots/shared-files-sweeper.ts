import { Injectable } from '@nestjs/common';
import { SharedFiles, SharedPictures } from '#libs/render';
import { RepeatedWork } from '#libs/runtime';

const SWEEP_INTERVAL_MS = 5 * 60_000;

/** Removes files that videos have shared, and that none has used for a while, from the work folder. */
@Injectable()
export class SharedFilesSweeper {
  constructor(files: SharedFiles, pictures: SharedPictures, work: RepeatedWork) {
    work.repeat(() => files.sweep(), SWEEP_INTERVAL_MS, 'shared_files.sweep_failed');
    work.repeat(() => pictures.sweep(), SWEEP_INTERVAL_MS, 'shared_pictures.sweep_failed');
  }
}
