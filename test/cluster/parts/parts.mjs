import { development } from './development.mjs';

/** What a run shows, in order. Each part is a list of promises and how each is checked. */
export const PARTS = { development };
