type Bench = (options: readonly string[]) => Promise<void>;

/** Timed suites, run on command and never asserted: figures compare only within one run. Loaded when asked for. */
const BENCHES: Record<string, () => Promise<Bench>> = {
  demo: async () => (await import('./demo-video.ts')).demoVideo,
  render: async () => (await import('./render/render-bench.ts')).renderBench,
  agents: async () => (await import('./agents/agents-bench.ts')).agentsBench,
  templates: async () => (await import('./templates/templates-bench.ts')).templatesBench,
  sizes: async () => (await import('./templates/sizes-bench.ts')).sizesBench,
  properties: async () => (await import('./properties/properties-bench.ts')).propertiesBench,
  sheets: async () => (await import('./sheets/sheets-bench.ts')).sheetsBench,
  command: async () => (await import('./command/command-bench.ts')).commandBench,
  costs: async () => (await import('./templates/costs-bench.ts')).costsBench,
  smallest: async () => (await import('./smallest/smallest-bench.ts')).smallestBench,
  api: async () => (await import('./api/api-bench.ts')).apiBench,
  neighbors: async () => (await import('./neighbors/neighbors-bench.ts')).neighborsBench,
  lists: async () => (await import('./lists/lists-bench.ts')).listsBench,
  ledger: async () => (await import('./retention/ledger-bench.ts')).ledgerBench,
  hop: async () => (await import('./documents/hop-bench.ts')).hopBench,
  hostile: async () => (await import('./hostile/hostile-bench.ts')).hostileBench,
  webhooks: async () => (await import('./webhooks/silent-names.ts')).webhooksBench,
  editor: async () => (await import('./editor/editor-bench.ts')).editorBench,
  tasks: async () => (await import('./tasks/tasks-bench.ts')).tasksBench,
  preview: async () => (await import('./preview/preview-bench.ts')).previewBench,
  batch: async () => (await import('./render/batch-bench.ts')).batchBench,
  stills: async () => (await import('./stills/stills-bench.ts')).stillsBench,
  sound: async () => (await import('./sound/sound-bench.ts')).soundBench,
  mp4: async () => (await import('./mp4/mp4-bench.ts')).mp4Bench,
  webm: async () => (await import('./webm/webm-bench.ts')).webmBench,
  gif: async () => (await import('./gif/gif-bench.ts')).gifBench,
  split: async () => (await import('./split/split-bench.ts')).splitBench,
  retention: async () => (await import('./retention/retention-bench.ts')).retentionBench,
};

const [name = 'demo', ...options] = process.argv.slice(2);
const load = BENCHES[name];
if (!load) throw new Error(`There is no bench "${name}". There are: ${Object.keys(BENCHES).join(', ')}.`);
const bench = await load();
await bench(options);
