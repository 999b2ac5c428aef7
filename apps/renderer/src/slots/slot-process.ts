import 'reflect-metadata';
import { flushCompileCache } from 'node:module';
import { registeredFontBytes } from '#libs/frames';
import { createGuard } from '#libs/net-guard';
import {
  drawStill,
  fetchAvailableAssets,
  FetchBudgets,
  inspectDocument,
  measureFiles,
  openRenderTools,
  renderJob,
  type RenderTools,
} from '#libs/render';
import { outcomeOfError } from './outcome-of-error.js';
import { Pulse } from './pulse.js';
import {
  SLOT_SETTINGS,
  type FromSlot,
  type ResultOf,
  type SlotOutcome,
  type SlotSettings,
  type SlotTask,
  type ToSlot,
} from './slot-protocol.js';

/** Pause between two reports of progress, ms. */
const PROGRESS_INTERVAL_MS = 200;

const fetchBudgets = new FetchBudgets();

/**
 * The process of one slot: performs tasks and stays warm in between. It is connected to its parent only, has no credentials,
 * and ends with its parent.
 */
async function main(): Promise<void> {
  const settings = JSON.parse(process.env[SLOT_SETTINGS] ?? '') as SlotSettings;
  const guard = createGuard({
    allow: settings.allowAddresses,
    dnsServers: settings.dnsServers,
    allowHttp: true,
    onRefusal: (reason) => send({ type: 'refused', reason }),
  });
  const pulse = new Pulse(() => send({ type: 'alive' }));
  const onChecked = (kind: string) => send({ type: 'checked', kind });
  const tools = await openRenderTools(settings, { fetcher: guard, awaiting: pulse.awaiting, onChecked });

  const running = new Map<number, AbortController>();
  process.on('message', (message: ToSlot) => {
    const { id } = message;
    if (message.type === 'cancel') {
      running.get(id)?.abort(new Error('canceled'));
      return;
    }
    const canceling = new AbortController();
    running.set(id, canceling);
    void pulse.during(perform(message, tools, canceling.signal)).finally(() => running.delete(id));
  });
  process.on('disconnect', () => {
    for (const task of running.values()) task.abort(new Error('the renderer is gone'));
    process.exit();
  });
  send({ type: 'ready' });
}

/** A task and its number. */
type Assignment = ToSlot & { type: 'begin' };

async function perform(assignment: Assignment, tools: RenderTools, signal: AbortSignal): Promise<void> {
  const outcome = await resultOf(assignment, tools, signal).then(
    (result): SlotOutcome<ResultOf<SlotTask>> => ({ ok: true, result }),
    outcomeOfError,
  );
  send({ type: 'done', id: assignment.id, outcome, fontBytes: registeredFontBytes() });
  keepCompiledCode();
}

let isCodeKept = false;

/** Writes the compile cache once, after the first task has run most code: the process ends by a signal, before Node would write it. */
function keepCompiledCode(): void {
  if (!isCodeKept) flushCompileCache();
  isCodeKept = true;
}

function resultOf({ id, task }: Assignment, tools: RenderTools, signal: AbortSignal): Promise<ResultOf<SlotTask>> {
  switch (task.kind) {
    case 'render':
      return renderJob(task.work, tools, { signal, onFrame: progressReporter(id) });
    case 'gather':
      return tools.assets.gather(task.work, signal).then(({ entries }) => entries);
    case 'gatherSome':
      return fetchAvailableAssets(task.work.uses, tools.assets, { signal, mayAsk: askingFor(task.work.orgId) });
    case 'measure':
      return measureFiles(task.work.files, tools.assets, { signal, mayAsk: askingFor(task.work.orgId) });
    case 'still':
      return drawStill(task.work, tools);
    case 'inspect':
      return inspectDocument(task.work, tools, signal);
  }
}

/** Takes requests for files from the budget of an organization. */
function askingFor(orgId: string): (url: string) => boolean {
  return (url) => fetchBudgets.take(orgId, url, performance.now());
}

function progressReporter(id: number): (framesDone: number) => void {
  let reportedAtMs = 0;
  return (framesDone) => {
    const nowMs = performance.now();
    if (nowMs - reportedAtMs < PROGRESS_INTERVAL_MS) return;
    reportedAtMs = nowMs;
    send({ type: 'progress', id, framesDone });
  };
}

function send(message: FromSlot): void {
  process.send?.(message);
}

await main();
