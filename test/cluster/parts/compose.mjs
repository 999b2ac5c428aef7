import { partialDeepStrictEqual } from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { report } from '../../../apps/local/bootstrap/report.mjs';
import { possessions, renderVideo, underLoad } from '../callers.mjs';
import { checkOut } from '../compose/checkout.mjs';
import { expectEqualDigests } from '../compose/digests.mjs';
import { Machine } from '../compose/machine.mjs';
import { BASE_URL, Project } from '../compose/project.mjs';
import { buildFormerImages } from '../former-release.mjs';
import { APPS } from '../images.mjs';
import { copyFormerRelease } from '../sources.mjs';
import { timed } from '../timed.mjs';
import { until } from '../until.mjs';

/** Time for which videos are ordered before something is taken away, ms, so that some are in every stage. */
const BUSY_MS = 6_000;

/** One machine with Docker: the project of deploy/compose.yaml. Each promise begins where the one before has ended. */
export function compose({ engine, tools, folder }) {
  const checkout = join(folder, 'checkout');
  let [machine, project, caller] = [];
  const startCaller = async () => {
    caller = { baseUrl: BASE_URL, key: await project.makeKey() };
    return renderVideo(machine, caller.baseUrl, caller.key);
  };
  const keepsAll = async (work) => {
    const before = await possessions(machine, caller);
    await work();
    partialDeepStrictEqual(await possessions(machine, caller), before); // a newer version may add fields
  };
  const losesNoVideo = async (client, work) => {
    const load = { ...client, videoEveryMs: 1_000, mayFail: true };
    const counts = await underLoad(machine, load, async () => {
      await delay(BUSY_MS);
      await work();
    });
    report(JSON.stringify(counts));
  };
  return {
    'the commands of deploy/README.md build and start everything on an empty machine': async () => {
      machine = await Machine.start(folder, tools);
      await machine.load(engine);
      await checkOut(checkout);
      project = new Project(machine, checkout);
      await project.up();
    },
    'a video is ordered, rendered and downloaded through the published port': async () => {
      report(`${JSON.stringify(await startCaller())}; memory: ${await project.memory()}`);
    },
    'the volume of NATS is lost, and no video is': () =>
      losesNoVideo(caller, async () => {
        await project.loseVolume('nats');
        await project.start();
      }),
    'every service that is asked to end reports success': async () => {
      await project.compose('stop');
      const states = await project.states();
      const ended = states.filter(({ status }) => status.startsWith('Exited (0)')).map(({ service }) => service);
      const failed = APPS.filter((app) => !ended.includes(app));
      if (failed.length > 0) throw new Error(`${failed.join(', ')}: ${JSON.stringify(states)}`);
      await project.start();
    },
    'down and up keep keys, credits, videos and files': () =>
      keepsAll(async () => {
        await project.compose('down');
        await timed('compose: ready again', () => project.start());
      }),
    'a first start that fails to make the roles is completed by the next': async () => {
      await project.compose('down --volumes');
      await failToMakeRoles(project, join(checkout, 'deploy/make-owners.sh'));
      await project.start();
      await startCaller();
    },
    'an upgrade from the release before keeps everything and loses no video': async () => {
      await project.compose('down --volumes');
      await startFormerRelease(engine, project);
      await startCaller();
      const other = { baseUrl: BASE_URL, key: await project.makeKey() };
      await keepsAll(() =>
        losesNoVideo(other, async () => {
          await checkOut(checkout);
          await timed('compose: the upgrade', () => project.up());
        }),
      );
    },
    'images that are built twice have equal digests': async () => {
      report(JSON.stringify(await expectEqualDigests(machine, checkout)));
    },
    'nothing of it stays after down': async () => {
      await project.compose('down --volumes');
      const left = await Promise.all([project.states(), machine.docker('volume', 'ls', '--quiet')]);
      if (left.flat().some((each) => each !== '')) throw new Error(JSON.stringify(left));
      await machine.remove();
    },
  };
}

/** Starts the project while the script that makes the roles fails, and repairs the script once it has failed. */
async function failToMakeRoles(project, script) {
  const whole = readFileSync(script);
  writeFileSync(script, 'exit 1\n');
  const starting = project.start().catch((error) => error);
  const hasFailed = async () => {
    const states = await project.states();
    return states.some(({ service, status }) => service === 'owners' && /Restarting \(1\)|Exited \(1\)/.test(status));
  };
  try {
    await until('the roles are not made', hasFailed, 120_000, 100);
  } finally {
    writeFileSync(script, whole);
    await starting;
  }
}

/** Starts the former release. Its images come from the engine that keeps layers from run to run. */
async function startFormerRelease(engine, project) {
  await checkOut(project.checkout, copyFormerRelease);
  const images = await buildFormerImages(engine, project.checkout);
  await project.machine.load(engine, images);
  for (const image of images) await project.machine.docker('tag', image, image.replace(/:.*/, ':latest'));
  await project.start();
}
