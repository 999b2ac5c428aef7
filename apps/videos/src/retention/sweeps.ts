import type { Provider, Type } from '@nestjs/common';
import { BatchSweep } from './batch-sweep.js';
import { CostSweep } from './cost-sweep.js';
import { DocumentSweep } from './document-sweep.js';
import { FileDates } from './file-dates.js';
import { FileSweep } from './file-sweep.js';
import { KeySweep } from './key-sweep.js';
import { PartSweep } from './part-sweep.js';
import { DeletedVideoSweep, VideoSweep } from './row-sweep.js';
import { type Sweep, SWEEPS } from './sweep.js';
import { UploadLengthSweep } from './upload-length-sweep.js';
import { UsageSplitSweep } from './usage-split-sweep.js';
import { VersionSweep } from './version-sweep.js';
import { WorkSweep } from './work-sweep.js';

/** Every sweep, in the order of a round: one makes rows due for the next. */
export const SWEEP_CLASSES: readonly Type<Sweep>[] = [
  FileDates,
  PartSweep,
  WorkSweep,
  DocumentSweep,
  FileSweep,
  VideoSweep,
  DeletedVideoSweep,
  BatchSweep,
  VersionSweep,
  CostSweep,
  UploadLengthSweep,
  UsageSplitSweep,
  KeySweep,
];

/** The sweeps of {@link SWEEP_CLASSES}, each alone and all of them as `SWEEPS`. */
export const sweeps: Provider[] = [
  ...SWEEP_CLASSES,
  { provide: SWEEPS, inject: [...SWEEP_CLASSES], useFactory: (...all: Sweep[]) => all },
];
