import { scriptOf } from '../documents/commands-named.mjs';

/** Commands that take longer than a few minutes, and those that are tried in their place. */
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
/** Time limits of commands that run until they are interrupted, s. */
const LASTING_S = { start: 300 };
const DEFAULT_S = 600;

/**
 * The command to type for a documented one, and its time limit in seconds from the end of the installation. A command that
 * is still running then counts as working.
 */
export function shortFormOf(command) {
  return { typed: SHORT_FORMS[command] ?? command, limitS: LASTING_S[scriptOf(command)] ?? DEFAULT_S };
}
