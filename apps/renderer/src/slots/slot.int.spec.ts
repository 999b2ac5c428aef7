import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { isAlive } from '#libs/embedded';
import { eventually, temporaryFolder } from '#libs/testing';
import type { RenderPlan } from '#libs/contracts';
import { SlotPool } from './slot-pool.js';
import { Slot, type SlotOptions } from './slot.js';
import type { SlotTask } from './slot-protocol.js';

/** A slot's process that starts a program as it would an encoder, reports the program's process id, and then hangs. */
const HANGING = `
  import { spawn } from 'node:child_process';
  process.on('message', ({ id, type }) => {
    if (type !== 'begin') return;
    const { pid } = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' });
    process.send({ type: 'progress', id, framesDone: pid }, () => { for (;;); });
  });
  process.send({ type: 'ready' });
`;
/** A slot's process that has checked a video of the kind `a` in each task, and reports with how many it was started. */
const CHECKING = `
  import { appendFileSync } from 'node:fs';
  const { checkedKinds, folder } = JSON.parse(process.env.SLOT_SETTINGS);
  appendFileSync(folder + '/starts', '.');
  process.on('message', ({ id }) => {
    process.send({ type: 'checked', kind: 'a' });
    process.send({ type: 'done', id, outcome: { ok: true, result: checkedKinds.a ?? 0 }, fontBytes: 0 });
  });
  process.send({ type: 'ready' });
`;
const TASK: SlotTask = { kind: 'gather', work: [] };

/** Options for a slot whose processes run `program`. */
function optionsWith(program: string, videosPerProcess: number): SlotOptions {
  const folder = temporaryFolder('slot');
  const entry = join(folder, 'program.mjs');
  writeFileSync(entry, program);
  return {
    settings: { folder, videoLimits: { fontBytes: 1 } } as SlotOptions['settings'],
    videosPerProcess,
    maxMemoryBytes: 1_000_000_000,
    frameTimeoutMs: 60_000,
    entry,
  };
}

it('a process that replaces another continues from the videos that were checked', async () => {
  const slot = new Slot(optionsWith(CHECKING, 2));
  const { signal } = new AbortController();
  const checkedBefore: unknown[] = [];
  for (let task = 0; task < 5; task++) checkedBefore.push(await slot.run(TASK, { signal }));
  await slot.stop();
  expect(checkedBefore).toEqual([0, 0, 2, 2, 4].map((result) => ({ ok: true, result })));
});

it('a process in place of one that has ended is there before the next video', async () => {
  const { settings, ...options } = optionsWith(CHECKING, 1);
  const identity = { worker: 'w', encoder: 'software' } as const;
  const pool = new SlotPool({ ...options, identity, slots: 1, settings, workDir: settings.folder });
  const { signal } = new AbortController();
  const render = { plan: {} as RenderPlan, prepare: () => Promise.resolve(undefined) };
  await pool.render(render, { signal }, () => Promise.resolve());
  const starts = join(settings.folder, 'slot-0', 'starts');
  await eventually(() => readFileSync(starts, 'utf8') === '..');
  await pool.onApplicationShutdown();
});

describe('a program that a slot has started ends with it', () => {
  const slot = new Slot(optionsWith(HANGING, 1));
  afterEach(() => slot.stop());

  /** Begins a task and returns once it has started its program. */
  async function begin(signal: AbortSignal): Promise<{ program: number; outcome: Promise<unknown> }> {
    let program = 0;
    const outcome = slot.run(TASK, { signal, onFrame: (pid) => (program = pid) });
    outcome.catch(() => undefined);
    await eventually(() => program !== 0);
    expect(isAlive(program)).toBe(true);
    return { program, outcome };
  }

  it('when the task is canceled and the process hangs', async () => {
    const canceling = new AbortController();
    const { program, outcome } = await begin(canceling.signal);
    canceling.abort(new Error('canceled'));
    await expect(outcome).rejects.toThrow('canceled');
    await eventually(() => !isAlive(program), { timeoutMs: 5_000 });
  });

  it('when the renderer stops', async () => {
    const { program } = await begin(new AbortController().signal);
    await slot.stop();
    await eventually(() => !isAlive(program), { timeoutMs: 5_000 });
  });
});
