// node test/tools/ensure.mjs <module> …
//
// Builds the programs of these modules where they are not in the cache yet, and prints their paths as JSON, by name. Why it
// cannot be done here is reported on stderr.
import { report } from '../../apps/local/bootstrap/report.mjs';
import { ensureTools } from './tools.mjs';

try {
  console.log(JSON.stringify(await ensureTools(process.argv.slice(2))));
} catch (error) {
  report(error.name === 'UserError' ? error.message : error.stack);
  process.exitCode = 1;
}
