// node test/tools/ensure.mjs <name> …
//
// Builds the programs of these Go modules, fetches these jars, installs these Python packages and browsers where they are
// missing, and prints their paths as JSON, by name. Why it cannot be done here is reported on stderr.
import { report } from '../../apps/local/bootstrap/report.mjs';
import { ensurePackaged } from './packaged-programs.mjs';
import { findGo } from './go.mjs';
import { ensureInterpreter } from './interpreters.mjs';
import { ensureJars } from './maven.mjs';
import { ensurePython } from './python.mjs';
import { ensureTools } from './tools.mjs';

/** Programs that are no Go modules beside this file. */
const OTHERS = {
  go: findGo,
  java: () => ensureInterpreter('java'),
  php: () => ensureInterpreter('php'),
  python: () => ensureInterpreter('python'),
  'openapi-generator': async () => ({ 'openapi-generator': await ensureJars('openapi-generator') }),
  'java-client': async () => ({ 'java-client': await ensureJars('java-client') }),
  'python-client': async () => ({ 'python-client': await ensurePython('client') }),
  'python-clients': async () => ({ 'python-clients': await ensurePython('clients') }),
  chromium: () => ensurePackaged('chromium'),
  firefox: () => ensurePackaged('firefox'),
  jq: () => ensurePackaged('jq'),
  gifsicle: () => ensurePackaged('gifsicle'),
  schemathesis: async () => ({ schemathesis: await ensurePython('schemathesis') }),
};

try {
  const names = process.argv.slice(2);
  const modules = names.filter((name) => !OTHERS[name]);
  const found = modules.length === 0 && names.length > 0 ? [] : [await ensureTools(modules)];
  for (const name of names) if (OTHERS[name]) found.push(await OTHERS[name]());
  console.log(JSON.stringify(Object.assign({}, ...found)));
} catch (error) {
  report(error.name === 'UserError' ? error.message : error.stack);
  process.exitCode = 1;
}
