import type { Provider, Type } from '@nestjs/common';
import { LostJobs } from './lost-jobs.js';
import { OverdueVideos } from './overdue-videos.js';
import { REPAIR_PASSES, type RepairPass } from './repair-pass.js';
import { Settlements } from './settlements.js';
import { SilentAttempts } from './silent-attempts.js';
import { StaleBatches } from './stale-batches.js';
import { StaleReservations } from './stale-reservations.js';
import { UnfinishedVideos } from './unfinished-videos.js';
import { UntakenEvents } from './untaken-events.js';

/** Every repair pass, in the order of a reconciler's round. */
export const PASS_CLASSES: readonly Type<RepairPass>[] = [
  UnfinishedVideos,
  SilentAttempts,
  LostJobs,
  OverdueVideos,
  StaleReservations,
  StaleBatches,
  Settlements,
  UntakenEvents,
];

/** The passes of {@link PASS_CLASSES}, each alone and all of them as `REPAIR_PASSES`. */
export const repairPasses: Provider[] = [
  ...PASS_CLASSES,
  { provide: REPAIR_PASSES, inject: [...PASS_CLASSES], useFactory: (...all: RepairPass[]) => all },
];
