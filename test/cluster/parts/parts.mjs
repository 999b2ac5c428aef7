import { backup } from './backup.mjs';
import { compose } from './compose.mjs';
import { containers } from './containers.mjs';
import { development } from './development.mjs';
import { faults } from './faults.mjs';
import { gpu } from './gpu.mjs';
import { images } from './images.mjs';
import { liveReload } from './live-reload.mjs';
import { monitoring } from './monitoring.mjs';
import { network } from './network.mjs';
import { production } from './production.mjs';
import { quickStart } from './quick-start.mjs';
import { scaling } from './scaling.mjs';
import { skaffold } from './skaffold.mjs';
import { upgrade } from './upgrade.mjs';

/**
 * Promises that a run shows. Each part is a list of promises and how each is checked; needs.mjs says in which order
 * they run.
 */
export const PARTS = {
  images,
  containers,
  compose,
  development,
  'live-reload': liveReload,
  'quick-start': quickStart,
  skaffold,
  upgrade,
  production,
  network,
  scaling,
  monitoring,
  faults,
  gpu,
  backup,
};
