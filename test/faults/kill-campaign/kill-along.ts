import { setTimeout as delay } from 'node:timers/promises';
import { eventually, type TestSystem } from '#libs/testing';
import type { Kill, Victim } from './schedule.ts';

/** Kills by the schedule as videos are accepted; returns the victims in the order of their death. */
export async function killAlong(system: TestSystem, kills: readonly Kill[], accepted: () => number): Promise<Victim[]> {
  for (const [index, { victim, afterVideos }] of kills.entries()) {
    while (accepted() < afterVideos) await delay(50);
    process.stdout.write(`  kill ${index + 1} of ${kills.length}, after ${accepted()} videos: ${victim}\n`);
    await eventually(() => kill(system, victim)); // it may be dead at the moment
  }
  return kills.map(({ victim }) => victim);
}

/** Kills one victim. */
export async function kill(system: TestSystem, victim: Victim): Promise<void> {
  if (victim === 'nats') await system.killNats();
  else if (victim === 'postgres') await system.killPostgres();
  else if (victim === 'jetstream store') await system.wipeJetStream();
  else await system.kill(victim);
}
