import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { isAlive } from '#libs/embedded';
import { eventually, temporaryFolder } from '#libs/testing';
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
  const { checkedKinds } = JSON.parse(process.env.SLOT_SETTINGS);
  process.on('message', ({ id }) => {
    process.send({ type: 'checked', kind: 'a' });
    process.send({ type: 'done', id, outcome: { ok: true, result: checkedKinds.a ?? 0 }, fontBytes: 0 });
  });
  process.send({ type: 'ready' });
`;
const TASK: SlotTask = { kind: 'gather', work: [] };

function slotWith(program: string, videosPerProcess: number): Slot {
  const folder = temporaryFolder('slot');
  const entry = join(folder, 'program.mjs');
  writeFileSync(entry, program);
  return new Slot({
    settings: { folder, videoLimits: { fontBytes: 1 } } as SlotOptions['settings'],
    videosPerProcess,
    maxMemoryBytes: 1_000_000_000,
    frameTimeoutMs: 60_000,
    entry,
  });
}

it('a process that replaces another goes on from the videos that were checked', async () => {
  const slot = slotWith(CHECKING, 2);
  const { signal } = new AbortController();
  const checkedBefore: unknown[] = [];
  for (let task = 0; task < 5; task++) checkedBefore.push(await slot.run(TASK, { signal }));
  await slot.stop();
  expect(checkedBefore).toEqual([0, 0, 2, 2, 4].map((result) => ({ ok: true, result })));
});

describe('a program that a slot has started ends with it', () => {
  const slot = slotWith(HANGING, 1);
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
