import Sequencer from '@jest/test-sequencer';

/** The tiers of test files in the order in which they run, so that most mistakes are seen in the first minutes. */
const TIERS = [/(?<!\.int)\.spec\.ts$/, /\.int\.spec\.ts$/, /\.e2e\.ts$/];

/**
 * Files of the last tier that take a minute or more. They begin first, in this order, so that none of them runs alone at the
 * end: a machine that has never run them knows only their size. The longest come first; files that mostly wait stand beside
 * files that compute.
 */
const LONG = [
  'the-command-makes-the-videos-of-the-service',
  'nothing-is-lost-when-a-process-dies',
  'the-python-client-works-outside-the-repository',
  'the-client-finishes-the-job',
  'every-page-in-every-state',
  'a-long-video-survives-its-renderers',
  'editor',
  'generated-clients',
  'numbers-beyond-their-bounds-are-refused',
  'from-the-printed-link-to-a-played-video',
  'administration',
  'callers-that-hang-up-leave-nothing-behind',
  'an-organization-that-pushes-starves-no-one',
  'work-continues-from-a-restored-backup',
  'videos-that-hang-hold-up-no-one',
  'programs',
  'renderers-that-stop-fail-no-video',
  'a-csv-becomes-videos-as-one-batch',
  'a-video-may-last-an-hour',
  'the-manual-does-what-it-says',
].map((name) => `/${name}.e2e.ts`);

/** Sorts by tier, and within a tier as Jest does: what failed last, then what takes longest. */
export default class Tiers extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    const place = ({ path }) => LONG.findIndex((name) => path.endsWith(name)) >>> 0; // those that are not named come last
    const longFirst = sorted.toSorted((one, other) => place(one) - place(other));
    return TIERS.flatMap((tier) => longFirst.filter(({ path }) => tier.test(path)));
  }
}
