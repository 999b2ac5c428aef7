import { describe, expect, it } from '@jest/globals';
import { AppError } from '#libs/contracts';
import { asAppError } from './as-app-error.js';

const coded = (code: string, message = 'no') => Object.assign(new Error(message), { code });
const named = (name: string) => Object.assign(new Error('no'), { name });

describe('asAppError', () => {
  it.each([
    ['a refused connection', coded('ECONNREFUSED')],
    ['a name without an address', coded('ENOTFOUND')],
    ['a connection that breaks', coded('ECONNRESET')],
    ['both addresses of a name refusing', new AggregateError([coded('ECONNREFUSED'), coded('ECONNREFUSED')])],
    ['PostgreSQL starting', coded('57P03')],
    ['PostgreSQL shutting down', coded('57P01')],
    ['too many connections', coded('53300')],
    ['a full disk', coded('53100')],
    ['a statement that takes too long', coded('57014')],
    ['a deadlock', coded('40P01')],
    ['a lock that is not to be had', coded('55P03')],
    ['a connection that ends', new Error('Connection terminated unexpectedly')],
    ['a pool without a free connection', new Error('timeout exceeded when trying to connect')],
    ['a statement without a response', new Error('Query read timeout')],
    ['NATS gone', named('ClosedConnectionError')],
    ['no responder', named('NoRespondersError')],
    ['a reply that does not arrive', named('TimeoutError')],
    ['a store that blames itself', Object.assign(new Error('SlowDown'), { isTemporary: true })],
    ['the cause of a cause', new Error('outer', { cause: new Error('inner', { cause: coded('ECONNREFUSED') }) })],
  ])('says when to try again: %s', (_name, error) => {
    const cause = new AppError('INTERNAL_SERVER_ERROR', { cause: error, detail: 'while asking' });
    for (const thrown of [error, cause])
      expect(asAppError(thrown)).toMatchObject({ code: 'INTERNAL_SERVER_ERROR', retryAfterS: 5 });
    expect(asAppError(cause).detail).toBe('while asking');
  });

  it.each([
    ['a broken constraint', coded('23505')],
    ['a wrong statement', coded('42601')],
    ['a number out of range', coded('22003')],
    ['a mistake of ours', new TypeError('undefined is not a function')],
    ['a store that refuses us', Object.assign(new Error('AccessDenied'), { isTemporary: false })],
    ['something that is no error', 'what'],
    ['an error that is its own cause', Object.assign(new Error('circle'), { cause: undefined })],
  ])('promises nothing: %s', (_name, thrown) => {
    if (thrown instanceof Error && thrown.message === 'circle') thrown.cause = thrown;
    const error = asAppError(thrown);
    expect(error.code).toBe('INTERNAL_SERVER_ERROR');
    expect(error.retryAfterS).toBeUndefined();
  });

  it('leaves every other error as it is', () => {
    const refused = new AppError('RESOURCE_NOT_FOUND', { cause: coded('ECONNREFUSED') });
    const timed = new AppError('INTERNAL_SERVER_ERROR', { retryAfterS: 1, cause: coded('ECONNREFUSED') });
    expect([asAppError(refused), asAppError(timed)]).toEqual([refused, timed]);
  });
});
