import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { newTestOrganization, temporaryFolder, type TestOrganization } from '#libs/testing';
import { balance, createTemplate, createVideo, untilEnded } from './steps.js';

const run = promisify(execFile);

interface FinishedVideo {
  id: string;
  video_url: string;
}

describe('a test video', () => {
  let system: TestOrganization;
  let template: string;

  beforeAll(async () => {
    system = await newTestOrganization();
    template = await createTemplate(system, {
      name: 'Gray',
      width: 1920,
      height: 1080,
      pages: [{ number: 1, duration: 1, background_color: '#808080' }],
    });
  });

  it('is half the size of the real one, marked across, and costs nothing', async () => {
    const before = await balance(system);
    const request = { template_id: template, format: 'mp4', test: true } as const;
    const verdict = await system.call('POST', '/videos/validate', request);
    expect(verdict.body).toMatchObject({ valid: true, errors: [], duration: 1, credits: 0 });
    const { id, credits } = await createVideo(system, request);
    const test = await untilEnded(system, id);
    expect([credits, test.status]).toEqual([0, 'COMPLETED']);
    expect(await balance(system)).toEqual(before);

    const { id: realId } = await createVideo(system, { ...request, test: false });
    const real = await untilEnded(system, realId);
    expect(await sizeOf(test)).toBe('960,540');
    expect(await sizeOf(real)).toBe('1920,1080');
    expect(await lumaRangeOf(real)).toBeLessThan(4);
    expect(await lumaRangeOf(test)).toBeGreaterThan(60);
  });

  async function download({ id, video_url }: FinishedVideo): Promise<string> {
    const file = join(temporaryFolder('video'), `${id}.mp4`);
    await writeFile(file, Buffer.from(await (await fetch(video_url)).arrayBuffer()));
    return file;
  }

  async function sizeOf(video: FinishedVideo): Promise<string> {
    const entries = ['-select_streams', 'v', '-show_entries', 'stream=width,height', '-of', 'csv=p=0'];
    return (await run('ffprobe', ['-v', 'error', ...entries, await download(video)])).stdout.trim();
  }

  /** Difference between the brightest and the darkest pixel of the first frame: 0 on a plain gray page. */
  async function lumaRangeOf(video: FinishedVideo): Promise<number> {
    const frame = ['-frames:v', '1', '-pix_fmt', 'gray', '-f', 'rawvideo', '-'];
    const { stdout } = await run('ffmpeg', ['-v', 'error', '-i', await download(video), ...frame], {
      encoding: 'buffer',
      maxBuffer: 8_000_000,
    });
    const pixels = stdout.toSorted();
    return pixels.at(-1)! - pixels[0]!;
  }
});
