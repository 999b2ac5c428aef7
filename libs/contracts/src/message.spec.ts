import { describe, expect, it } from '@jest/globals';
import { durable, withToken } from './message.js';

class Body {}

const JOB = durable('RENDER', 'render.job.*', Body);

describe('withToken', () => {
  it('fills in the one token of a subject', () => {
    expect(withToken(JOB, 'nvenc')).toEqual({ ...JOB, subject: 'render.job.nvenc', pattern: 'render.job.*' });
    expect(withToken(JOB, '$&').subject).toBe('render.job.$&');
  });

  it.each(['', '*', '>', 'a.b', 'a b', 'a\n'])('refuses %j, which is no token', (token) =>
    expect(() => withToken(JOB, token)).toThrow(RangeError),
  );

  it('is for subjects with a token to fill in', () => {
    const filled = withToken(JOB, 'nvenc');
    // @ts-expect-error -- nothing is left to fill in
    expect(withToken(filled, 'software').subject).toBe('render.job.nvenc');
  });
});
