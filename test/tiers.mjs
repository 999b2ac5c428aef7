import Sequencer from '@jest/test-sequencer';

/** The tiers of test files in the order in which they run, so that most mistakes are seen in the first minutes. */
const TIERS = [/(?<!\.int)\.spec\.ts$/, /\.int\.spec\.ts$/, /\.e2e\.ts$/];

/**
 * Files of the last tier that take minutes. They begin first in it, so that none runs alone at the end: a machine that has
 * never run them knows only their size.
 */
const LONG = [
  'every-page-in-every-state',
  'numbers-beyond-their-bounds-are-refused',
  'the-command-makes-the-videos-of-the-service',
  'the-python-client-works-outside-the-repository',
  'a-long-video-survives-its-renderers',
  'audit-log',
  'programs',
].map((name) => `/${name}.e2e.ts`);

/** Sorts by tier, and within a tier as Jest does: what failed last, then what takes longest. */
export default class Tiers extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    const isLong = ({ path }) => LONG.some((name) => path.endsWith(name));
    const longFirst = [...sorted.filter(isLong), ...sorted.filter((test) => !isLong(test))];
    return TIERS.flatMap((tier) => longFirst.filter(({ path }) => tier.test(path)));
  }
}
