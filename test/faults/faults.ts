type Fault = (options: readonly string[]) => Promise<void>;

/** Long suites that break a running system on purpose, run on command. Loaded when asked for. */
const FAULTS: Record<string, () => Promise<Fault>> = {
  batch: async () => (await import('./batch/batch-fault.ts')).batchFault,
  kills: async () => (await import('./kill-campaign/kill-campaign.ts')).killCampaign,
  fairness: async () => (await import('./fairness/fairness.ts')).fairness,
  renderers: async () => (await import('./lost-renderers/lost-renderers.ts')).lostRenderers,
  soak: async () => (await import('./soak/soak.ts')).soak,
  machine: async () => (await import('./dead-machine/dead-machine.ts')).deadMachine,
};

const [name = '', ...options] = process.argv.slice(2);
const load = FAULTS[name];
if (!load) throw new Error(`There is no fault "${name}". There are: ${Object.keys(FAULTS).join(', ')}.`);
const inject = await load();
await inject(options);
