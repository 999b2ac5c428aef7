import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { OnApplicationShutdown } from '@nestjs/common';
import type { Encoder, RenderPlan } from '#libs/contracts';
import type { RenderedVideo, StepInputs } from '#libs/render';
import { KindsOfSlots } from './kinds-of-slots.js';
import { Slot, type SlotHooks, type SlotOptions } from './slot.js';
import type { SlotOutcome, SlotSettings } from './slot-protocol.js';

/** This renderer's identity for other services. */
export interface RendererIdentity {
  worker: string;
  encoder: Encoder;
}

export interface SlotPoolOptions extends Omit<SlotOptions, 'settings' | 'kinds'> {
  identity: RendererIdentity;
  slots: number;
  /** Contains a folder for each slot. */
  workDir: string;
  settings: Omit<SlotSettings, 'folder'>;
}

/** Folders of a slot. */
export interface SlotPlace {
  /** Folder of the attempt's files; empty at its beginning. */
  folder: string;
  /** Folder of assets, by the hash of their content. Its process adds and removes files while it works. */
  cache: string;
}

/**
 * A plan, and the function that fetches the results of earlier steps for the slot that gets it; undefined: it needs
 * none.
 */
interface PreparedPlan {
  plan: RenderPlan;
  prepare: (place: SlotPlace) => Promise<StepInputs | undefined>;
}

/** The slots of this renderer. */
export class SlotPool implements OnApplicationShutdown {
  /** Called whenever a slot is taken or becomes free. */
  onChange: () => void = () => undefined;
  readonly identity: RendererIdentity;
  private readonly all: Slot[];
  private readonly idle: Slot[];
  private readonly folders = new Map<Slot, string>();
  private isStopped = false;

  constructor(options: SlotPoolOptions) {
    this.identity = options.identity;
    const kinds = new KindsOfSlots();
    this.all = Array.from({ length: options.slots }, (_, index) => {
      const folder = join(options.workDir, `slot-${index}`);
      const slot = new Slot({ ...options, kinds, settings: { ...options.settings, folder } });
      this.folders.set(slot, folder);
      return slot;
    });
    this.idle = [...this.all];
  }

  get total(): number {
    return this.all.length;
  }

  get free(): number {
    return this.idle.length;
  }

  /**
   * Does a plan's step in a free slot, once `prepare` has fetched its inputs, and calls `use` with the outcome; then
   * removes the files.
   *
   * @throws Error when no slot is free, the signal's reason after an abort, or what `prepare` or `use` throws
   */
  async render<T>(
    { plan, prepare }: PreparedPlan,
    hooks: SlotHooks,
    use: (outcome: SlotOutcome<RenderedVideo>, place: SlotPlace) => Promise<T>,
  ): Promise<T> {
    const slot = this.idle.pop();
    if (!slot) throw new Error('every slot is busy');
    const own = this.folders.get(slot)!;
    const place = { folder: join(own, 'work', randomUUID()), cache: join(own, 'assets') };
    this.onChange();
    try {
      await mkdir(place.folder, { recursive: true });
      const inputs = await prepare(place);
      const work = { plan, folder: place.folder, ...(inputs && { inputs }) };
      return await use(await slot.run({ kind: 'render', work }, hooks), place);
    } finally {
      await rm(place.folder, { recursive: true, force: true });
      // A process in place of one that has ended starts now, and not while the next video waits.
      if (!this.isStopped) void slot.open().catch(() => undefined);
      this.idle.push(slot);
      this.onChange();
    }
  }

  /** Removes files of an earlier process from the work folder. Call it before the first render. */
  async clear(): Promise<void> {
    for (const folder of this.folders.values()) await rm(join(folder, 'work'), { recursive: true, force: true });
  }

  async onApplicationShutdown(): Promise<void> {
    this.isStopped = true;
    await Promise.all(this.all.map((slot) => slot.stop()));
  }
}
