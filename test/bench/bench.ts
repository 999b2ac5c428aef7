import { demoVideo } from './demo-video.ts';

/** Timed suites, run on command and never asserted: figures compare only within one run. */
const BENCHES: Record<string, () => Promise<void>> = { demo: demoVideo };

const [name = 'demo'] = process.argv.slice(2);
const bench = BENCHES[name];
if (!bench) throw new Error(`There is no bench "${name}". There are: ${Object.keys(BENCHES).join(', ')}.`);
await bench();
