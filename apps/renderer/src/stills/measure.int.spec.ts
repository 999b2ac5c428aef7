import { execFile } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type MeasuredFile, type TimedFile } from '#libs/contracts';
import { Logger, withCallerSignal } from '#libs/runtime';
import { Shares } from '#libs/shares';
import { openObjectStore } from '#libs/storage';
import { eventually, serve, temporaryFolder, type TestServer, TYPESCRIPT_ARGUMENTS } from '#libs/testing';
import { slotSettings } from '../testing/slot-settings.js';
import { Stills } from './stills.service.js';

const run = promisify(execFile);
const ORGS = ['5b1f0d8a-4f0e-4b7c-8a45-2f3d1c0b9a87', '6c1f0d8a-4f0e-4b7c-8a45-2f3d1c0b9a87'] as const;
let folder: string;
let server: TestServer;
let stills: Stills;

async function make(name: string, ...source: string[]): Promise<void> {
  await run('ffmpeg', ['-v', 'error', ...source.flatMap((each) => ['-f', 'lavfi', '-i', each]), join(folder, name)]);
}

beforeAll(async () => {
  folder = temporaryFolder('measure');
  await make('voice.mp3', 'sine=d=3.7');
  await make('voice.wav', 'sine=d=1.25');
  await make('voice.aac', 'sine=d=3.7');
  const changing = 'aevalsrc=if(lt(t\\,1)\\,0\\,random(0)/2):d=3.7';
  await run('ffmpeg', [
    ...['-v', 'error', '-f', 'lavfi', '-i', changing, '-q:a', '2', '-write_xing', '0'],
    join(folder, 'no-table.mp3'),
  ]);
  await make('tour.mp4', 'color=red:s=64x64:r=25:d=2', 'sine=d=5');
  await writeFile(join(folder, 'words.srt'), '1\n00:00:01,000 --> 00:00:06,500\nHello\n');
  await writeFile(
    join(folder, 'spin.json'),
    JSON.stringify({ v: '5.7.0', fr: 25, ip: 0, op: 60, w: 64, h: 64, layers: [] }),
  );
  await writeFile(join(folder, 'text.txt'), 'nothing that plays');
  server = await serve((request, response) => {
    if (request.url === '/silent.mp3') return;
    if (request.url === '/endless.mp3') {
      const timer = setInterval(() => response.write(Buffer.alloc(1_000)), 20);
      response.on('close', () => clearInterval(timer));
      return;
    }
    const file = createReadStream(join(folder, request.url!.split('?')[0]!));
    file.on('error', () => response.writeHead(404).end());
    file.pipe(response);
  });
  const settings = { ...slotSettings(1_000_000, {}), folder: join(folder, 'slot') };
  stills = new Stills(
    {
      entry: join(import.meta.dirname, '../slots/slot-process.ts'),
      execArgv: TYPESCRIPT_ARGUMENTS,
      videosPerProcess: 100,
      memoryBytes: { drawer: 4e9, fetcher: 4e9 },
      frameTimeoutMs: 20_000,
      settings,
    },
    new Shares('renderer', () => performance.now()),
    await openObjectStore({ storageUrl: pathToFileURL(join(folder, 'store')).href }),
    new Logger('renderer', 'error'),
  );
  // A process starts with the first request, which takes longer on a busy machine than a caller waits.
  await eventually(() => measure([file('audio', 'voice.wav')]), { timeoutMs: 100_000 });
}, 120_000);
afterAll(async () => {
  await stills.onApplicationShutdown();
  await server.stop();
});

const file = (kind: TimedFile['kind'], name: string): TimedFile => ({ kind, url: `${server.url}/${name}` });

async function measure(files: TimedFile[], org_id: string = ORGS[0]): Promise<MeasuredFile[]> {
  return (await stills.measure({ schema: 1, org_id, files })).files;
}

const refused = (reason: RegExp) => ({ failure: 'refused', reason: expect.stringMatching(reason) as unknown });

describe('the lengths of files', () => {
  it('are those that they play', async () => {
    const found = await measure([
      file('audio', 'voice.mp3'),
      file('audio', 'voice.aac'),
      file('audio', 'no-table.mp3'),
      file('audio', 'voice.wav'),
      file('video', 'tour.mp4'),
      file('audio', 'tour.mp4'),
      file('caption', 'words.srt'),
      file('lottie', 'spin.json'),
    ]);
    const seconds = found.map((each) => ('seconds' in each ? each.seconds : each.reason));
    const voice: unknown = expect.closeTo(3.7, 1);
    expect(seconds).toEqual([voice, voice, voice, 1.25, 2, expect.closeTo(5, 1), 6.5, 2.4]);
  });

  it('are refused with a reason, file by file', async () => {
    const files = [
      file('video', 'voice.wav'),
      file('audio', 'text.txt'),
      file('caption', 'absent.srt'),
      file('audio', 'voice.wav'),
    ];
    expect(await measure(files)).toEqual([
      refused(/no moving pictures/),
      refused(/not a supported sound/),
      refused(/status 404/),
      { seconds: 1.25 },
    ]);
  });

  it('of a silent host and of an endless one are given up soon, and no other organization waits', async () => {
    const slow = Promise.all([1, 2].map(() => measure([file('audio', 'silent.mp3'), file('audio', 'endless.mp3')])));
    const quick = measure([file('audio', 'voice.wav')], ORGS[1]);
    expect(await Promise.race([slow, quick])).toEqual([{ seconds: 1.25 }]);
    const late = { failure: 'unavailable', reason: 'it did not come within 6 s' };
    expect(await slow).toEqual([
      [late, late],
      [late, late],
    ]);
  });

  it('are no longer waited for when the caller is gone', async () => {
    const gone = new AbortController();
    const measuring = withCallerSignal(gone.signal, () => measure([file('audio', 'silent.mp3')]));
    setTimeout(() => gone.abort(new Error('gone')), 200);
    // With what came within its time it would resolve.
    await expect(measuring).rejects.toMatchObject({ code: 'INTERNAL_SERVER_ERROR' });
  });
});
