import Sequencer from '@jest/test-sequencer';

/** The tiers of test files in the order in which they run, so that most mistakes are seen in the first minutes. */
const TIERS = [/(?<!\.int)\.spec\.ts$/, /\.int\.spec\.ts$/, /\.e2e\.ts$/];

/** Sorts by tier, and within a tier as Jest does: what failed last, then what takes longest. */
export default class Tiers extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    return TIERS.flatMap((tier) => sorted.filter(({ path }) => tier.test(path)));
  }
}
