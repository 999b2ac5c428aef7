import { afterEach, describe, expect, it } from '@jest/globals';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError } from '#libs/contracts';
import { Logger } from '#libs/runtime';
import { Shares } from '#libs/shares';
import type { TemplateDocument } from '#libs/template';
import { VideosConfig } from '../videos.config.js';
import { DocumentJudge } from './document-judge.js';

const [ORG, OTHER_ORG] = ['a', 'b'];

let judge: DocumentJudge;

function startJudge(settings: Partial<VideosConfig>): DocumentJudge {
  const log = { warn: () => undefined, error: () => undefined } as unknown as Logger;
  return (judge = new DocumentJudge(
    Object.assign(new VideosConfig(), settings),
    log,
    new Shares('videos', () => performance.now()),
  ));
}

afterEach(() => judge.onModuleDestroy());

const SMALL = { name: 'Promo', width: 640, height: 360, pages: [{ number: 1, duration: 4 }] };

/** A document with as many layers as it may have, which takes longest to judge, each with a text of `characters`. */
const large = (characters: number) => ({
  ...SMALL,
  pages: Array.from({ length: 50 }, (_, page) => ({
    number: page + 1,
    duration: 4,
    layers: Array.from({ length: 100 }, (__, n) => ({
      type: 'text',
      name: `t${n}`,
      text: 'x'.repeat(characters),
      text_color: 'linear-gradient(red, blue)',
    })),
  })),
});

const refusal = async (asked: Promise<unknown>) => {
  const error = await asked.catch((reason: unknown) => reason);
  return error instanceof AppError ? { code: error.code, details: error.details } : error;
};

describe('the document judge', () => {
  it('answers as the rules do', async () => {
    startJudge({});
    expect(await judge.template(ORG, SMALL)).toEqual({
      ...{ name: 'Promo', width: 640, height: 360, durationS: 4 },
      pinned: null,
    });
    expect(await refusal(judge.template(ORG, { ...SMALL, width: 15 }))).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ field: 'width', code: 'VALUE_TOO_SMALL' }],
    });
  });

  it('goes by the limits that the operator set, for templates, videos and stills', async () => {
    startJudge({ maxFramePixels: 640 * 360 - 1, maxDurationS: 3, maxGifS: 2 });
    const refused = {
      code: 'VALIDATION_ERROR',
      details: expect.arrayContaining([
        { field: 'height', code: 'VALUE_TOO_LARGE', message: expect.stringContaining('230399') as unknown, value: 360 },
        expect.objectContaining({ field: 'pages', message: 'pages must last at most 3 seconds in all, not 4' }),
      ]) as unknown,
    };
    const stored = SMALL as unknown as TemplateDocument;
    const body = { template_id: '8f14e45f-ceea-4c67-a1de-6b1f0f2d9c01', format: 'gif' };
    expect(await refusal(judge.template(ORG, SMALL))).toMatchObject(refused);
    expect(await refusal(judge.request(ORG, { body, template: stored }))).toMatchObject(refused);
    expect(await refusal(judge.frame(ORG, { template: stored }))).toMatchObject(refused);
    const short = { ...SMALL, width: 320, pages: [{ number: 1, duration: 3 }] } as unknown as TemplateDocument;
    expect(await judge.frame(ORG, { template: short })).toMatchObject({ document: { width: 320 } });
    expect(await refusal(judge.request(ORG, { body, template: short }))).toMatchObject({
      details: [{ field: 'format', code: 'VALUE_TOO_LARGE', message: expect.stringContaining('at most 2') as unknown }],
    });
  });

  it('leaves a thread to other organizations, and gives one thread to each in turn', async () => {
    for (const documentWorkers of [2, 1]) {
      startJudge({ documentWorkers, documentTimeoutMs: 10_000 });
      await judge.template(ORG, SMALL);
      const done: string[] = [];
      const of = (orgId: string, document: object) => judge.template(orgId, document).then(() => done.push(orgId));
      await Promise.all([...[1, 2, 3].map(() => of(ORG, large(10))), of(OTHER_ORG, SMALL)]);
      expect(done.indexOf(OTHER_ORG)).toBe(2 - documentWorkers);
      if (documentWorkers > 1) await judge.onModuleDestroy();
    }
  });

  it('leaves the thread that asks free', async () => {
    startJudge({ documentTimeoutMs: 10_000 });
    await judge.template(ORG, SMALL);
    const state = { isDone: false };
    const asked = judge.template(ORG, large(10)).finally(() => (state.isDone = true));
    let turns = 0;
    for (; !state.isDone; turns += 1) await nextTurn();
    await asked;
    expect(turns).toBeGreaterThan(100);
  });

  it('refuses what takes too long, with a new thread for the next', async () => {
    startJudge({ documentWorkers: 1, documentTimeoutMs: 10 });
    const late = [
      { field: 'body', code: 'VALUE_TOO_LARGE', message: 'body takes more than 10 ms to be judged', value: null },
    ];
    expect(await refusal(judge.template(ORG, large(10)))).toEqual({ code: 'VALIDATION_ERROR', details: late });
    Object.assign(judge, { config: Object.assign(new VideosConfig(), { documentTimeoutMs: 10_000 }) });
    expect(await judge.template(ORG, SMALL)).toMatchObject({ name: 'Promo' });
  });

  it('refuses what takes too much memory, with a new thread for the next', async () => {
    startJudge({ documentWorkers: 1, documentMemoryMb: 48, documentTimeoutMs: 10_000 });
    const message = 'body takes more than 48 MiB of memory to be judged';
    expect(await refusal(judge.template(ORG, large(9_000)))).toEqual({
      code: 'VALIDATION_ERROR',
      details: [{ field: 'body', code: 'VALUE_TOO_LARGE', message, value: null }],
    });
    expect(await judge.template(ORG, SMALL)).toMatchObject({ name: 'Promo' });
  });
});
