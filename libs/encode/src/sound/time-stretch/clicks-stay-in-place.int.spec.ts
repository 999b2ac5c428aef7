import path from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { clicks, clickTimes, readSound, temporaryFolder, writeSound } from '#libs/testing';
import type { ResolvedSound } from '../../encode-plan.js';
import { encodeVideo } from '../../encode-video.js';
import { probe } from '../../probe.js';

const FPS = 24;
const SPEEDS = [0.1, 0.5, 0.75, 1, 1.25, 1.5, 2, 4, 10];
/** No two intervals are equal. */
const CLICKS_S = [0.31, 0.9, 1.62, 2.45, 3.4, 4.13, 4.77];
const ROUND_S = 5;
let folder: string;
let footage: ResolvedSound;

beforeAll(async () => {
  folder = temporaryFolder('clicks');
  const click = clicks(CLICKS_S);
  const wave = (t: number) => click(t) + 0.03 * Math.sin(2 * Math.PI * 220 * t);
  const file = path.join(folder, 'footage.mp4');
  const picture = ['-f', 'lavfi', '-i', `color=s=16x16:r=25:d=${ROUND_S}`, '-c:v', 'libx264', '-c:a', 'aac'];
  await writeSound(file, { wave, durationS: ROUND_S, options: picture });
  const { durationS, audio, video } = await probe(file);
  footage = {
    ...{ sourceUrl: 'http://127.0.0.1/footage', path: 'pages[0].layers[0]', role: 'other', isOfFootage: true },
    ...{ fromFrame: 0, toFrame: 60 * FPS, trimStartS: 0, volume: 1, fadeInS: 0, fadeOutS: 0, loop: false },
    ...{ file, sourceDurationS: audio!.durationS ?? durationS!, sourceChannels: audio!.channels },
    ...{ hasPicture: true, pictureDurationS: video!.durationS },
  };
});

async function clicksOf(sound: ResolvedSound, durationS: number): Promise<number[]> {
  const output = path.join(folder, `${Math.random()}.mp4`);
  const frameCount = durationS * FPS;
  const size = { width: 32, height: 32, fps: FPS, frameCount, stillRuns: [{ fromFrame: 0, toFrame: frameCount }] };
  const gray = new Uint8Array(32 * 32 * 1.5).fill(128);
  const video = { ...size, format: 'mp4', encoder: 'software', sounds: [sound], output } as const;
  await encodeVideo(video, () => Promise.resolve(gray), { signal: new AbortController().signal });
  return clickTimes(await readSound(output));
}

/** Distance of each click from its time, ms. Fails if clicks are missing, or are played twice. */
function errorsMs(found: readonly number[], wantedS: readonly number[]): number[] {
  expect(found.map((timeS) => timeS.toFixed(1))).toHaveLength(wantedS.length);
  return found.map((timeS, index) => Math.abs(timeS - wantedS[index]!) * 1_000);
}

describe('a click in the sound of footage', () => {
  it.each(SPEEDS)('is played once and within 2 ms of its time at speed %f', async (speed) => {
    const found = await clicksOf({ ...footage, speed }, Math.ceil(ROUND_S / speed));
    const errors = errorsMs(
      found,
      CLICKS_S.map((timeS) => timeS / speed),
    );
    expect(Math.max(...errors)).toBeLessThan(2);
  });

  it.each([0.5, 2])('keeps its time where the footage is trimmed and starts late, at speed %f', async (speed) => {
    const trimStartS = 0.613;
    const found = await clicksOf({ ...footage, speed, trimStartS, fromFrame: 13 }, Math.ceil(ROUND_S / speed) + 1);
    const wanted = CLICKS_S.slice(1).map((timeS) => 13 / FPS + (timeS - trimStartS) / speed);
    expect(Math.max(...errorsMs(found, wanted))).toBeLessThan(2);
  });

  it.each([1, 2])('keeps its time in every round of a loop, at speed %f', async (speed) => {
    const cut = { trimStartS: 0.5, trimEndS: 4.5, loop: true };
    const found = await clicksOf({ ...footage, ...cut, speed }, 9 / speed);
    // A round is a whole number of frames: 4 s of the source.
    const rounds = [0, 1, 2].map((round) => (round * 4) / speed);
    const wanted = rounds
      .flatMap((roundS) => CLICKS_S.slice(1, 6).map((timeS) => roundS + (timeS - 0.5) / speed))
      .filter((timeS) => timeS < 8.5 / speed);
    expect(Math.max(...errorsMs(found, wanted))).toBeLessThan(2);
  });
});
