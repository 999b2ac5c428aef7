import { eventually, type TestSystem } from '#libs/testing';

/** A step as `videos` has it, which callers do not see. */
export interface Step {
  /** Within the video, from 0. */
  index: number;
  kind: string;
  state: string;
  /** Number of the latest claim. */
  epoch: number;
  /** Claims granted, without those that were handed back. */
  attempts: number;
  losses: number;
  redraws: number;
  /** The process that has claimed it, or had it last. */
  renderer_pid: number | null;
  /** Since the latest claim, s. */
  held_s: number | null;
}

const STEPS = `
  SELECT segment AS index, step AS kind, state, epoch, attempts, losses, redraws,
         split_part(worker, '-', -2)::int AS renderer_pid,
         extract(epoch FROM clock_timestamp() - claimed_at)::float8 AS held_s
    FROM segments WHERE video_id = $1 ORDER BY segment`;

/** The steps of a video that is being rendered, or was within the last day. */
export function stepsOf(system: TestSystem, videoId: string): Promise<Step[]> {
  return system.query<Step>('videos', STEPS, [videoId]);
}

/** Whether a renderer draws this part of a video that is cut. */
export function isDrawn({ kind, state }: Step): boolean {
  return kind === 'pictures' && state === 'LEASED';
}

/** Waits until renderers have announced `slots` free slots. */
export async function untilFree(system: TestSystem, slots: number): Promise<void> {
  await eventually(
    async () => (await counted(system, 'framewright_render_slots{encoder="software",use="free"}')) >= slots,
  );
}

/** A number among the metrics of `videos`; 0 where it is absent. */
export async function counted(system: TestSystem, name: string): Promise<number> {
  const lines = (await system.metrics('videos')).split('\n');
  return Number(lines.find((line) => line.startsWith(`${name} `))?.slice(name.length) ?? 0);
}
