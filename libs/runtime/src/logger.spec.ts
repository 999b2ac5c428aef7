import { describe, expect, it } from '@jest/globals';
import { AppError } from '#libs/contracts';
import { Logger, withLogFields } from './logger.js';

function capture(level: 'debug' | 'info' = 'info') {
  const lines: Record<string, unknown>[] = [];
  return { lines, log: new Logger('videos', level, (line) => lines.push(JSON.parse(line) as Record<string, unknown>)) };
}

describe('Logger', () => {
  it('writes one JSON line with the fields of every enclosing scope', () => {
    const { lines, log } = capture();
    withLogFields({ request_id: 'r1' }, () =>
      withLogFields({ video_id: 'v1' }, () => log.info('video.accepted', { credits: 3 })),
    );
    expect(lines).toEqual([
      expect.objectContaining({
        level: 'info',
        service: 'videos',
        event: 'video.accepted',
        request_id: 'r1',
        video_id: 'v1',
        credits: 3,
      }),
    ]);
  });

  it('leaves out lines below its level', () => {
    const { lines, log } = capture();
    log.log('Mapped {/v1/videos, GET} route', 'RouterExplorer');
    log.debug('detail');
    expect(lines).toEqual([]);
  });

  it('keeps an error with its code, internal detail and causes', () => {
    const { lines, log } = capture();
    const cause = new Error('ECONNREFUSED');
    log.error('request.failed', { error: new AppError('INTERNAL_SERVER_ERROR', { detail: 'hold timed out', cause }) });
    expect(lines[0]?.error).toMatchObject({
      code: 'INTERNAL_SERVER_ERROR',
      detail: 'hold timed out',
      cause: { message: 'ECONNREFUSED' },
    });
  });
});
