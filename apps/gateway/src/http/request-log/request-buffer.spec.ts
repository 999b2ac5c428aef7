import { describe, expect, it } from '@jest/globals';
import { RequestBuffer } from './request-buffer.js';
import type { RequestEntry } from './request-entry.js';

function entry(organization: string, error_code: string | null = null): RequestEntry {
  return {
    organization_id: organization,
    request_id: 'r',
    method: 'GET',
    route: '/videos',
    path: '/videos',
    status: error_code === null ? 200 : 429,
    error_code,
    duration_ms: 1,
    caller_type: 'key',
    caller_id: 'k',
    at_ms: 0,
  };
}

const organizationsOf = (entries: readonly RequestEntry[]) => entries.map(({ organization_id }) => organization_id);

describe('the buffer of requests', () => {
  it('drops what exceeds the share of one organization, and leaves room for others', () => {
    const buffer = new RequestBuffer({ entries: 3, ofOne: 2 });
    const added = ['a', 'a', 'a', 'b', 'c'].map((organization) => buffer.add(entry(organization)));
    expect(added).toEqual([true, true, false, true, false]);
    expect(organizationsOf(buffer.take())).toEqual(['a', 'a', 'b']);
  });

  it('has room again after each write', () => {
    const buffer = new RequestBuffer({ entries: 1, ofOne: 1 });
    buffer.add(entry('a'));
    buffer.take();
    expect(buffer.take()).toEqual([]);
    expect(buffer.add(entry('a'))).toBe(true);
  });

  it('keeps one of the requests that the rate limit of an organization refuses', () => {
    const buffer = new RequestBuffer({ entries: 9, ofOne: 9 });
    const refused = () => entry('a', 'RATE_LIMIT_EXCEEDED');
    expect(
      [refused(), refused(), entry('a'), entry('b', 'RATE_LIMIT_EXCEEDED')].map((each) => buffer.add(each)),
    ).toEqual([true, false, true, true]);
  });
});
