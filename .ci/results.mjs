// Reads what jest wrote about its runs.
//   failed <first>                          prints the test files that failed in it, one a line
//   sum <first> <again> <name=status> ...   prints what failed and the line "N passed, N failed"
import fs from 'node:fs';

const NOTHING_RAN = { testResults: [] };
const read = (file) => (fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : NOTHING_RAN);
const testsOf = (suite, status) => suite.assertionResults.filter((test) => test.status === status).length;
/** A file that failed without a failed test could not run: it counts as one failure. */
const failuresOf = (suite) => (suite.status === 'failed' ? Math.max(1, testsOf(suite, 'failed')) : 0);

const [command, firstFile, ...rest] = process.argv.slice(2);
const first = read(firstFile);

if (command === 'failed') {
  for (const suite of first.testResults) if (failuresOf(suite) > 0) console.log(suite.name);
} else {
  const [againFile, ...statuses] = rest;
  const again = new Map(read(againFile).testResults.map((suite) => [suite.name, suite]));
  const suites = first.testResults.map((suite) => again.get(suite.name) ?? suite);
  const failedTests = suites.reduce((sum, suite) => sum + failuresOf(suite), 0);
  const failures = statuses
    .map((pair) => pair.split('='))
    // Without a failed test, the cause is an open handle, a leak or a worker that died.
    .filter(([name, status]) => status !== '0' && (name !== 'test' || failedTests === 0))
    .map(([name]) => `npm run ${name} failed`);

  for (const suite of first.testResults) {
    const second = again.get(suite.name);
    if (second && failuresOf(second) === 0)
      console.log(`unsteady: ${suite.name} failed beside others and passed alone`);
  }
  const pending = suites.reduce((sum, suite) => sum + testsOf(suite, 'pending') + testsOf(suite, 'todo'), 0);
  if (pending > 0) console.log(`${pending} tests were skipped; stderr says why`);
  for (const failure of failures) console.log(failure);

  const passed = suites.reduce((sum, suite) => sum + testsOf(suite, 'passed'), 0);
  const failed = failedTests + pending + failures.length;
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}
