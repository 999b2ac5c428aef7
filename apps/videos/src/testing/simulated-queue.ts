import { LONG_MS } from '../videos/render-cost.js';
import { chooseSteps, longRoomOf, type WaitingOrg, type WaitingStep } from '../queue/fair-queue.js';
import { roomOf } from '../queue/render-pools.js';

/** A video that is submitted at a time, and the work that it is cut into. */
export interface SimulatedVideo {
  id: string;
  orgId: string;
  atMs: number;
  /** The pieces of the video: for each, the estimated and the real time for which it holds a slot, ms. */
  pieces: readonly { costMs: number; takesMs: number }[];
}

/** A video with the time at which the first renderer began it, and the time at which the last one finished. */
export interface RenderedVideo {
  video: SimulatedVideo;
  begunAtMs: number;
  endedAtMs: number;
}

interface Job extends WaitingStep {
  takesMs: number;
}

interface Org {
  finishMs: number;
  longLeadMs: number;
  isHeldBack: false;
  active: number;
  short: Job[];
  long: Job[];
}

/** The queue, JetStream and the slots, with time as a number: the decisions are the service's own. */
class SimulatedQueue {
  private readonly orgs = new Map<string, Org>();
  private readonly unclaimed: Job[] = [];
  private readonly busy: { job: Job; untilMs: number }[] = [];
  private readonly times = new Map<string, { begunAtMs: number; endedAtMs: number }>();
  private turn = 0;
  private paidMs = 0;

  constructor(private readonly system: { slots: number; perOrg: number }) {}

  submit({ id, orgId, pieces }: SimulatedVideo): void {
    const org = this.orgs.get(orgId) ?? {
      finishMs: 0,
      longLeadMs: 0,
      isHeldBack: false,
      active: 0,
      short: [],
      long: [],
    };
    this.orgs.set(orgId, org);
    pieces.forEach(({ costMs, takesMs }, index) => {
      const isLong = pieces.length > 1 || costMs >= LONG_MS;
      (isLong ? org.long : org.short).push({ videoId: id, index, orgId, costMs, takesMs });
    });
  }

  /** Dispatches and claims until nothing more can begin. */
  advance(nowMs: number): void {
    for (;;) {
      const before = this.unclaimed.length + this.busy.length;
      this.dispatch();
      while (this.busy.length < this.system.slots && this.unclaimed.length > 0)
        this.begin(this.unclaimed.shift()!, nowMs);
      if (this.unclaimed.length + this.busy.length === before) return;
    }
  }

  /** The time at which the next slot becomes free. */
  get nextEndMs(): number {
    return Math.min(...this.busy.map(({ untilMs }) => untilMs));
  }

  finish(nowMs: number): void {
    for (const { job } of this.busy.filter(({ untilMs }) => untilMs <= nowMs)) {
      this.orgs.get(job.orgId)!.active -= 1;
      this.times.get(job.videoId)!.endedAtMs = nowMs;
    }
    this.busy.splice(0, this.busy.length, ...this.busy.filter(({ untilMs }) => untilMs > nowMs));
  }

  timesOf(id: string): { begunAtMs: number; endedAtMs: number } {
    return this.times.get(id)!;
  }

  private begin(job: Job, nowMs: number): void {
    this.busy.push({ job, untilMs: nowMs + job.takesMs });
    if (!this.times.has(job.videoId)) this.times.set(job.videoId, { begunAtMs: nowMs, endedAtMs: Infinity });
  }

  private dispatch(): void {
    const slots = { total: this.system.slots, free: this.system.slots - this.busy.length };
    const jobs = {
      unclaimed: this.unclaimed.length,
      unclaimedLong: this.unclaimed.filter((job) => this.isLong(job)).length,
    };
    const room = roomOf({ software: slots }, { software: jobs.unclaimed }).get('software')!;
    const paid = [...this.orgs].map(([orgId, org]): WaitingOrg => ({ orgId, ...org }));
    const queue = {
      paid,
      tests: [],
      paidMs: this.paidMs,
      testsMs: 0,
      turn: this.turn,
      testTurn: this.turn,
      activeTests: 0,
    };
    const limits = { room, longRoom: longRoomOf(slots, jobs), testRoom: 0, perOrg: this.system.perOrg, testsPerOrg: 0 };
    for (const { step, turn, startMs, finishMs, longLeadMs } of chooseSteps(queue, limits)) {
      const org = this.orgs.get(step.orgId)!;
      const line = org.short.includes(step as Job) ? org.short : org.long;
      this.unclaimed.push(...line.splice(line.indexOf(step as Job), 1));
      Object.assign(org, { finishMs, longLeadMs, active: org.active + 1 });
      [this.turn, this.paidMs] = [turn, startMs];
    }
  }

  private isLong({ costMs }: Job): boolean {
    return costMs >= LONG_MS;
  }
}

/** Renders all videos; resolves in the order given. A slot takes a video's real cost in CPU time. */
export function renderQueue(
  videos: readonly SimulatedVideo[],
  system: { slots: number; perOrg: number },
): RenderedVideo[] {
  const queue = new SimulatedQueue(system);
  const coming = [...videos].sort((a, b) => a.atMs - b.atMs);
  let nowMs = 0;
  while (nowMs < Infinity) {
    while (coming[0] && coming[0].atMs <= nowMs) queue.submit(coming.shift()!);
    queue.finish(nowMs);
    queue.advance(nowMs);
    nowMs = Math.min(queue.nextEndMs, coming[0]?.atMs ?? Infinity);
  }
  return videos.map((video) => ({ video, ...queue.timesOf(video.id) }));
}
