import { beforeAll, describe, expect, it } from '@jest/globals';
import { describeApi } from '../../../apps/gateway/generate/describe-api.js';
import { parseStrictJson } from '../../../apps/gateway/src/http/body/strict-json.js';
import type { FuzzDocument } from '../../fuzz/requests.ts';
import { type HostileValue, hostileValuesFor } from './hostile-values.ts';
import { brokenBounds, type Measured, measureJson, measurePlace } from './measure.ts';
import { type Place, placesOf } from './places.ts';

/** One place of each kind; `npm run bench -- hostile` takes minutes for all of them. */
const PLACES = [
  'createTemplate pages[].layers',
  'createTemplate components.*.layers[].text',
  'createVideo modifications.variables',
  'recoverWebhook since',
  'listVideos status',
];

let document: FuzzDocument;
let places: Map<string, Place>;

beforeAll(async () => {
  document = (await describeApi()) as FuzzDocument;
  places = new Map(placesOf(document).map((place) => [`${place.operation} ${place.field}`, place]));
});

/** The measurements that break a bound, as a reader of the report needs them. */
function broken(all: readonly Measured[]): string[] {
  return all.flatMap((each) =>
    brokenBounds(each, { maxGrowth: 3, isTimed: false }).map(
      (bound) => `${each.field}, ${each.value} (${each.judge}): ${bound}`,
    ),
  );
}

describe('what judging a request costs grows no faster than the request', () => {
  it('whatever JSON it is', () => {
    expect(broken(measureJson())).toEqual([]);
  });

  it.each(PLACES)('whatever stands in %s', (name) => {
    expect(broken(measurePlace(places.get(name)!, document))).toEqual([]);
  });
});

describe('hostile values', () => {
  /** Whether a body with `n` of the value gets as far as the rules. */
  const isRead = ({ of }: HostileValue, n: number): boolean => {
    const turns = parseStrictJson(Buffer.from(JSON.stringify({ a: of(Math.floor(n)) })));
    try {
      while (!turns.next().done);
      return true;
    } catch {
      return false;
    }
  };

  it('are as large as what is read may be', () => {
    const all = [...places.values()].filter(({ part }) => part === 'body').flatMap((place) => hostileValuesFor(place));
    const bounded = [...new Map(all.map((value) => [value.name, value])).values()].filter(({ most }) =>
      Number.isFinite(most),
    );
    expect(bounded.length).toBeGreaterThan(10);
    for (const value of bounded) {
      const fitting = Math.min(value.most, 1_000_000 / value.bytesEach);
      expect([value.name, isRead(value, fitting), isRead(value, 1.1 * value.most)]).toEqual([value.name, true, false]);
    }
  });
});

describe('the places of requests', () => {
  it('are found in every body and parameter of the document', () => {
    const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
    // Files have suites of their own.
    const sent = operations.filter(
      ({ parameters = [], requestBody }) => parameters.length > 0 || requestBody?.content['application/json'],
    );
    const shared = [
      ...['validateVideo', 'replaceTemplate', 'recoverCallbacks', 'rotateCallbackSecret'],
      ...['showInvitation', 'removeSecondFactor'],
    ];
    const found = new Set([...places.values()].map(({ operation }) => operation));
    expect(sent.map(({ operationId }) => operationId).filter((id) => !found.has(id) && !shared.includes(id))).toEqual(
      [],
    );
  });

  it('hold what is put there', () => {
    for (const place of places.values()) expect(JSON.stringify(place.put('put here'))).toContain('put here');
  });
});
