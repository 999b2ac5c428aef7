import { parseArgs } from 'node:util';
import { startReceiver, startSystem } from '#libs/testing';
import { balance, createTemplate, registerWebhook } from '../../e2e/steps.ts';
import { startOtherWork } from './other-work.ts';
import { Customer } from './customer.ts';
import { judge } from './judge.ts';
import { killAlong } from './kill-along.ts';
import { scheduleOf } from './schedule.ts';

/** Time limit of a campaign after the last video is accepted, ms, kills and pauses included. */
const UNTIL_ALL_HOLDS_MS = 900_000;
const SHOWN = 20;

const TINY = {
  name: 'Two seconds',
  width: 320,
  height: 180,
  pages: [
    {
      number: 1,
      duration: 2,
      background_color: '#0f3d3e',
      layers: [{ name: 'title', type: 'text', text: 'Still here', enter: { type: 'slide', duration: 1.5 } }],
    },
  ],
};

/**
 * `npm run faults -- kills [--seed 1] [--videos 1500] [--kills 120]`: one caller makes tiny videos and cancels some, while
 * every process, NATS and PostgreSQL are killed again and again, JetStream's store is deleted a few times, and the machine
 * also does other work. Afterwards every promise to the caller is judged. Exits with 1 when one was broken.
 */
export async function killCampaign(options: readonly string[]): Promise<void> {
  const { seed, videos, kills } = sizeOf(options);
  const schedule = scheduleOf(seed, { videos, kills });
  const [system, receiver] = await Promise.all([
    startSystem({ RATE_LIMIT_PER_MINUTE: '1000000', LOG_LEVEL: 'info' }),
    startReceiver(),
  ]);
  const otherWork = startOtherWork();
  try {
    await system.operator('credits', 'grant', system.orgId, String(videos * 2));
    const before = await balance(system);
    const { secret } = await registerWebhook(system, receiver.url);
    const customer = new Customer(system, receiver, { secret, template: await createTemplate(system, TINY) });
    const begun = performance.now();
    const killing = killAlong(system, schedule.kills, () => customer.accepted);
    await customer.order(videos, schedule.cancelAfterMs);
    const killed = await killing;
    const evidence = await customer.untilSettled(before, UNTIL_ALL_HOLDS_MS);
    const broken = judge(evidence);
    print({ seed, seconds: (performance.now() - begun) / 1_000 });
    print(countBy(killed), countBy(evidence.outcomes.map(({ status }) => status)));
    print({ events: evidence.received.length, broken: broken.length });
    for (const sentence of broken.slice(0, SHOWN)) process.stdout.write(`BROKEN ${sentence}\n`);
    process.exitCode = broken.length === 0 ? 0 : 1;
  } finally {
    otherWork.stop();
    await Promise.all([system.stop(), receiver.stop()]);
  }
}

function sizeOf(options: readonly string[]): { seed: number; videos: number; kills: number } {
  const { values } = parseArgs({
    args: [...options],
    options: {
      seed: { type: 'string', default: '1' },
      videos: { type: 'string', default: '1500' },
      kills: { type: 'string', default: '120' },
    },
  });
  return { seed: Number(values.seed), videos: Number(values.videos), kills: Number(values.kills) };
}

function countBy(names: readonly string[]): Record<string, number> {
  return Object.fromEntries([...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]));
}

function print(...figures: Record<string, number>[]): void {
  for (const each of figures) {
    const words = Object.entries(each).map(([name, value]) => `${name} ${Math.round(value)}`);
    process.stdout.write(`  ${words.join(' · ')}\n`);
  }
}
