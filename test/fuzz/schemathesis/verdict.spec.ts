import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { type AcceptedFinding, faultsOf, type RoundReport } from './verdict.ts';

const listed = JSON.parse(readFileSync(new URL('accepted-findings.json', import.meta.url), 'utf8')) as {
  entries: (AcceptedFinding & { failure: string; signature: string })[];
};

const round = (rest: Partial<RoundReport> = {}): RoundReport => ({
  complete: true,
  test_cases: { generated: 100 },
  operations: { tested: 30, errored: 0 },
  failures: [],
  errors: [],
  baseline: { known_ids: ['a'], unobserved_ids: [] },
  ...rest,
});

const ACCEPTED: AcceptedFinding[] = [
  { id: 'a', operation: 'POST /videos', check: 'positive_data_acceptance', reason: 'A rule between fields.' },
];

describe('a run of schemathesis', () => {
  it('succeeds where only accepted findings occur, each in any of its rounds', () => {
    expect(
      faultsOf([round({ baseline: { known_ids: [], unobserved_ids: ['a'] } }), round()], ACCEPTED, 30_000),
    ).toEqual([]);
  });

  it('succeeds without an accepted finding where it is too short for all of them', () => {
    const report = round({ baseline: { known_ids: [], unobserved_ids: ['a'] } });
    expect(faultsOf([report], ACCEPTED, 29_999)).toEqual([]);
  });

  it('succeeds without an accepted finding that occurs only sometimes', () => {
    const report = round({ baseline: { known_ids: [], unobserved_ids: ['a'] } });
    const sometimes = ACCEPTED.map((finding) => ({ ...finding, sometimes: true }));
    expect(faultsOf([report], sometimes, 30_000)).toEqual([]);
  });

  it.each<[string, RoundReport, string]>([
    [
      'a finding that is not accepted',
      round({ failures: [{ title: 'Server error', count: 1, operations: ['GET /videos'] }] }),
      'not accepted: Server error: GET /videos',
    ],
    [
      'an accepted finding that does not occur',
      round({ baseline: { known_ids: [], unobserved_ids: ['a'] } }),
      'accepted, but did not occur: positive_data_acceptance of POST /videos (a)',
    ],
    [
      'an operation that could not be tested',
      round({ errors: [{ title: 'Network Error', count: 2 }] }),
      'schemathesis could not test: Network Error (2)',
    ],
    ['a round that was interrupted', round({ complete: false }), 'schemathesis did not finish'],
  ])('fails because of %s', (_name, report, fault) => {
    expect(faultsOf([report], ACCEPTED, 30_000)).toEqual([fault]);
  });

  it('fails because of an accepted finding without a reason', () => {
    const silent = ACCEPTED.map((finding) => ({ ...finding, reason: ' ' }));
    expect(faultsOf([round()], silent, 30_000)).toEqual(['accepted without a reason: a']);
  });
});

describe('the accepted findings', () => {
  it.each(listed.entries)('include $check of $operation under the id of schemathesis', (entry) => {
    const identity = [entry.operation, entry.check, entry.failure, entry.signature].join('\0');
    expect(entry.id).toBe(createHash('sha256').update(identity).digest('hex').slice(0, 6));
  });
});
