/** The functions of all animations. A preview loads it with the first one. */
export { ENTER_EXIT } from './enter-exit.js';
export { LOOPS } from './loops.js';
