import { apiBench } from './api/api-bench.ts';
import { demoVideo } from './demo-video.ts';
import { renderBench } from './render/render-bench.ts';

/** Timed suites, run on command and never asserted: figures compare only within one run. */
const BENCHES: Record<string, (options: readonly string[]) => Promise<void>> = {
  demo: demoVideo,
  render: renderBench,
  api: apiBench,
};

const [name = 'demo', ...options] = process.argv.slice(2);
const bench = BENCHES[name];
if (!bench) throw new Error(`There is no bench "${name}". There are: ${Object.keys(BENCHES).join(', ')}.`);
await bench(options);
