import { describe, expect, it } from '@jest/globals';
import type { Draft } from '../../../apps/console/src/editor/draft/draft.ts';
import {
  type DraftState,
  isUnsaved,
  notSaved,
  openDraft,
  savedAs,
  sending,
  statusOf,
  stored,
  withMine,
  withTheirs,
} from '../../../apps/console/src/editor/draft/draft-state.ts';
import { savedBy } from '../../../apps/console/src/editor/draft/saved-by.ts';

const START = { name: 'Start', pages: [{ number: 1 }] };
const MINE = { ...START, name: 'Mine' };
const LATER = { ...START, name: 'Mine, later' };
const THEIRS = { ...START, name: 'Theirs' };
const FAILURE = new Error('no response');

const draft = (document: Draft['document'], revision: number, rest: Partial<Draft> = {}): Draft => ({
  // A copy, because a response has an equal document but never the same object.
  document: structuredClone(document),
  revision,
  base_version: 1,
  latest_version: 1,
  updated_at: '2026-11-26T12:00:00.000Z',
  saved_by: null,
  shared: null,
  faults: [],
  ...rest,
});

const opened = (): DraftState => {
  const first = draft(START, 1);
  return savedAs(START, first);
};

describe('a newer draft', () => {
  it('is followed while nothing was changed here', () => {
    const state = stored(opened(), START, draft(THEIRS, 2));
    expect(state).toMatchObject({ theirs: undefined, saved: { document: THEIRS, draft: { revision: 2 } } });
    expect(statusOf(state, state.saved.document)).toBe('saved');
  });

  it('is asked about only if this editor has changes that are not saved', () => {
    const state = stored(opened(), MINE, draft(THEIRS, 2));
    expect(statusOf(state, MINE)).toBe('conflict');
    expect(withTheirs(state)).toEqual(savedAs(state.theirs!.document, state.theirs!));
    const mine = withMine(state);
    expect([isUnsaved(mine, MINE), mine.saved.draft.revision, mine.theirs]).toEqual([true, 2, undefined]);
  });

  it('is the own one if a save got there whose response was lost', () => {
    const lost = notSaved(sending(opened(), MINE), FAILURE);
    expect(statusOf(stored(lost, MINE, draft(MINE, 2)), MINE)).toBe('saved');
  });

  it('is the own one if an earlier of several lost saves got there, and what has changed since is saved next', () => {
    const lost = notSaved(sending(notSaved(sending(opened(), MINE), FAILURE), LATER), FAILURE);
    const state = stored(lost, LATER, draft(MINE, 2));
    expect([statusOf(state, LATER), state.saved.draft.revision, state.sent]).toEqual(['unsaved', 2, []]);
  });

  it('is a conflict if another user continued from a save whose response was lost', () => {
    const lost = notSaved(sending(opened(), MINE), FAILURE);
    expect(statusOf(stored(lost, MINE, draft({ ...MINE, width: 1 }, 3)), MINE)).toBe('conflict');
  });

  it('with the document that this editor began with is continued from: it was only published', () => {
    const published = draft(START, 2, { updated_at: null, base_version: 2, latest_version: 2 });
    const state = stored(opened(), MINE, published);
    expect([statusOf(state, MINE), state.saved.draft.base_version]).toEqual(['unsaved', 2]);
  });

  it('ends a conflict if it is the own document at last', () => {
    const conflict = stored(opened(), MINE, draft(THEIRS, 2));
    expect(statusOf(stored(conflict, MINE, draft(MINE, 3)), MINE)).toBe('saved');
  });

  it('is none if it is older than what is known', () => {
    expect(stored(opened(), MINE, draft(THEIRS, 1)).theirs).toBeUndefined();
  });
});

it('an edit while its predecessor is on its way is saved after it', () => {
  const state = savedAs(MINE, draft(MINE, 2));
  expect([statusOf(sending(opened(), MINE), LATER), statusOf(state, LATER)]).toEqual(['saving', 'unsaved']);
  expect(statusOf(openDraft(draft(START, 1)), START)).toBe('unsaved');
});

describe('who saved another draft', () => {
  const others = [{ user_id: 'grace', name: 'Grace Hopper', since: '2026-11-26T12:00:00.000Z' }];
  it.each([
    ['grace', 'Grace Hopper saved this template.'],
    ['me', 'You saved this template in another tab.'],
    ['gone', 'Another user saved this template.'],
    [null, 'A program saved this template with an API key.'],
  ])('%s', (saved_by, sentence) => {
    expect(savedBy(draft(THEIRS, 2, { saved_by }), 'me', others)).toBe(sentence);
  });

  it('is unknown of a version that was published', () => {
    expect(savedBy(draft(THEIRS, 2, { updated_at: null }), 'me', others)).toMatch(/published/);
  });
});
