import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Answer, eventually, startSystem, type TestSystem } from '#libs/testing';
import {
  balance,
  createTemplate,
  createVideo,
  readVideo,
  SHORT,
  SLOW,
  untilEnded,
  type VideoAnswer as Video,
} from './steps.js';

const FRAME_TIMEOUT_MS = 5_000;
const VIDEOS = 4;

describe('videos whose frames take too long', () => {
  let system: TestSystem;
  let neighbor: string;

  beforeAll(async () => {
    system = await startSystem({ RENDER_SLOTS: '2', FRAME_TIMEOUT_MS: String(FRAME_TIMEOUT_MS) });
    const { id } = (await system.operator('organization', 'create', 'Neighbor')) as { id: string };
    const { key } = (await system.operator('key', 'create', id, '--kind', 'read_write')) as { key: string };
    neighbor = key;
    await system.operator('credits', 'grant', id, '100');
  });

  afterAll(() => system.stop(), 60_000);

  it('fail, return their credits, and let a video of another organization pass', async () => {
    const before = await balance(system);
    const short = (await asNeighbor('POST', '/templates', SHORT)).body['id'];
    const slow = await createTemplate(system, SLOW);
    const videoOfNeighbor = async (): Promise<Video> => {
      const { body } = await asNeighbor('POST', '/videos', { template_id: short, format: 'mp4' });
      return eventually(async () => {
        const answer = await asNeighbor('GET', `/videos/${String(body['id'])}`);
        expect(answer.body['status']).toBe('COMPLETED');
        return answer.body as unknown as Video;
      });
    };
    const ids: string[] = [];
    for (let n = 0; n < VIDEOS; n++) ids.push((await createVideo(system, { template_id: slow, format: 'mp4' })).id);
    await eventually(async () => {
      const begun = await Promise.all(ids.map(async (id) => (await readVideo(system, id)).started_at !== null));
      expect(begun.filter(Boolean)).toHaveLength(2);
    });
    const first = await videoOfNeighbor();
    const second = await videoOfNeighbor();
    const ended: Video[] = [];
    for (const id of ids) ended.push(await untilEnded(system, id));
    for (const video of ended) {
      expect(video).toMatchObject({
        status: 'FAILED',
        error: {
          code: 'RENDER_TIMEOUT',
          retryable: false,
          message: `A frame of the video takes more than ${FRAME_TIMEOUT_MS / 1_000} s to draw`,
        },
      });
    }
    const inOrder = ended.toSorted((a, b) => timeOf(a.started_at) - timeOf(b.started_at));
    const [third, fourth] = [inOrder[2]!, inOrder[3]!];
    // The first two videos had both slots until they were given up. From then on their organization has one of the two
    // slots, so the others follow one after the other.
    expect(timeOf(third.finished_at)).toBeLessThanOrEqual(timeOf(fourth.started_at));
    expect(timeOf(first.started_at)).toBeLessThan(timeOf(third.finished_at));
    expect(timeOf(second.started_at)).toBeLessThan(timeOf(third.finished_at));
    await eventually(async () => expect(await balance(system)).toEqual(before));
  }, 200_000);

  function asNeighbor(
    method: string,
    path: string,
    body?: object,
  ): Promise<Answer & { body: Record<string, unknown> }> {
    return system.call(method, path, body, neighbor) as Promise<Answer & { body: Record<string, unknown> }>;
  }
});

function timeOf(time: string | null): number {
  return Date.parse(time!);
}
