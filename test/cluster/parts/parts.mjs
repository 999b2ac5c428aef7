import { development } from './development.mjs';
import { faults } from './faults.mjs';
import { network } from './network.mjs';
import { production } from './production.mjs';
import { upgrade } from './upgrade.mjs';

/** What a run shows, in order. Each part is a list of promises and how each is checked. */
export const PARTS = { development, upgrade, production, network, faults };
