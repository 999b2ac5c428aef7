import { describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { faultOf, retryDelayMs } from './answers.js';
import { sizeChoices, variableFields } from './fields.js';
import { isSigned } from './signature.js';

describe('a refused request', () => {
  it('is reported with the code, the message and every fault', () => {
    const details = [
      { field: 'format', code: 'REQUIRED_FIELD', message: 'format is required', value: null },
      { field: 'fps', code: 'INVALID_VALUE', message: 'fps must be one of: 24, 30', value: 7 },
    ];
    const error = { code: 'VALIDATION_ERROR', message: 'The request breaks one or more rules', details };
    expect(faultOf({ status: 422, headers: {}, body: { error } })).toEqual({
      message: 'VALIDATION_ERROR: The request breaks one or more rules',
      description: 'format: format is required\nfps: fps must be one of: 24, 30',
      httpCode: '422',
    });
    const credits = { code: 'INSUFFICIENT_CREDITS', message: 'Too few', details: 'Required: 10 credits' };
    expect(faultOf({ status: 402, headers: {}, body: { error: credits } })?.description).toBe('Required: 10 credits');
  });

  it('of a proxy says that the base URL may be wrong', () => {
    expect(faultOf({ status: 502, headers: {}, body: '<html>' })).toMatchObject({
      message: 'HTTP 502',
      httpCode: '502',
    });
    expect(faultOf({ status: 200, headers: {}, body: {} })).toBeUndefined();
  });

  it.each([
    [429, '2', 60_000, 2_000],
    [503, 0, 60_000, 500],
    [429, '61', 60_000, undefined],
    [429, undefined, 60_000, undefined],
    [500, '2', 60_000, undefined],
    [202, '2', 60_000, undefined],
  ])('with status %s and Retry-After %s is sent again in time', (status, retryAfter, leftMs, delayMs) => {
    const answer = { status, headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter }, body: {} };
    expect(retryDelayMs(answer, leftMs)).toBe(delayMs);
  });
});

describe('the form', () => {
  it('has a field for each variable, typed, and required without a default', () => {
    const entry = (property: string, variable: unknown) => ({ path: `variables.${property}`, property, variable });
    const enumeration = { type: 'enum', default: 'a', options: [{ value: 'a', label: 'First' }, { value: 'b' }] };
    const fields = variableFields([
      entry('title', { type: 'string', label: 'Title' }),
      entry('sale', { type: 'boolean', default: false }),
      entry('state', enumeration),
      entry('homes', { type: 'list', default: [] }),
      { path: '1.title.text', property: 'text', variable: null },
    ]);
    expect(fields).toMatchObject([
      { id: 'title', displayName: 'Title', type: 'string', required: true },
      { id: 'sale', type: 'options', required: false, options: [{ value: true }, { value: false }] },
      {
        id: 'state',
        type: 'options',
        options: [
          { name: 'First', value: 'a' },
          { name: 'b', value: 'b' },
        ],
      },
      { id: 'homes', type: 'array' },
    ]);
    expect(fields).toHaveLength(4);
  });

  it("offers the template's own size before those it names", () => {
    const sizes = sizeChoices({ document: { sizes: { square: {}, portrait: {} } } });
    expect(sizes.map(({ value }) => value)).toEqual(['default', 'square', 'portrait']);
  });
});

describe('a call', () => {
  const SECRET = `whsec_${Buffer.from('a secret of thirty-two bytes, ok').toString('base64')}`;
  const sentAt = new Date(1_700_000_000_000);
  const body = '{"type":"video.finished"}';
  const headers = {
    'webhook-id': 'evt_1',
    'webhook-timestamp': '1700000000',
    'webhook-signature': `v1,AAAA ${new Webhook(SECRET).sign('evt_1', sentAt, body)}`,
  };
  const verify = (changes: object, text = body, afterMs = 0, secret = SECRET) =>
    isSigned({ headers: { ...headers, ...changes }, body: Buffer.from(text) }, secret, sentAt.getTime() + afterMs);

  it('is accepted if it is signed and recent', () => {
    expect(verify({}, body, 299_000)).toBe(true);
  });

  it.each([
    { what: 'changed', text: `${body} ` },
    { what: 'old', afterMs: 301_000 },
    { what: 'of another secret', secret: `whsec_${Buffer.from('another').toString('base64')}` },
    { what: 'of no secret', secret: '' },
    { what: 'without a signature', changes: { 'webhook-signature': undefined } },
    { what: 'without a time', changes: { 'webhook-timestamp': undefined } },
  ])('is refused if it is $what', ({ changes = {}, text, afterMs, secret }) => {
    expect(verify(changes, text, afterMs, secret)).toBe(false);
  });
});
