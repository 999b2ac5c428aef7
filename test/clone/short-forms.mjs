import { scriptOf } from '../documents/commands-named.mjs';

/** What takes longer than its first minutes, and what is tried in its place. */
const SHORT_FORMS = {
  'npm test': 'npm test -- libs/signing',
  'npm run fuzz': 'npm run fuzz -- 200',
  'npm run fuzz:schemathesis': 'npm run fuzz:schemathesis -- 200',
  'npm run bench:render': 'npm run bench:render -- --quick text 720p',
  'npm run faults -- kills': 'npm run faults -- kills --videos 6 --kills 2',
  'npm run faults -- renderers': 'npm run faults -- renderers --renderers 2 --times 1 --seconds 20',
  'npm run faults -- fairness': 'npm run faults -- fairness --videos 40 --seconds 30',
  'npm run test:cluster': 'npm run test:cluster -- containers',
};
/** Serves until it is interrupted. */
const LASTING_S = { start: 300 };
const DEFAULT_S = 600;

/**
 * What is typed for a documented command, and so many seconds after the dependencies were
 * installed it counts as working if it has not ended.
 */
export function shortFormOf(command) {
  return { typed: SHORT_FORMS[command] ?? command, limitS: LASTING_S[scriptOf(command)] ?? DEFAULT_S };
}
