import { describe, expect, it } from '@jest/globals';
import { endGesture, historyOf, MAX_STEPS, record, redo, undo } from './history.js';

describe('the history of a document', () => {
  it('undoes and redoes edits one by one, and names them', () => {
    let history = record(record(historyOf('a'), 'b', 'Rename'), 'c', 'Move');
    expect(history.past.map(({ label }) => label)).toEqual(['Rename', 'Move']);
    history = undo(undo(undo(history)));
    expect(history.present).toBe('a');
    expect(redo(history).present).toBe('b');
    expect(redo(redo(redo(history))).present).toBe('c');
  });

  it('takes the edits of a gesture as one step, and those of the next gesture as another', () => {
    let history = record(historyOf(0), 1, 'Move', 'drag');
    history = record(record(history, 2, 'Move', 'drag'), 3, 'Move', 'drag');
    expect(undo(history).present).toBe(0);
    history = record(endGesture(history), 4, 'Move', 'drag');
    expect(undo(history).present).toBe(3);
  });

  it('forgets what was undone when another edit follows', () => {
    const history = record(undo(record(historyOf('a'), 'b', 'one')), 'c', 'two');
    expect(redo(history).present).toBe('c');
    expect(undo(history).present).toBe('a');
  });

  it('is not changed by an edit that changes nothing', () => {
    const history = historyOf({});
    expect(record(history, history.present, 'nothing')).toBe(history);
  });

  it('keeps a bounded number of steps', () => {
    let history = historyOf(0);
    for (let value = 1; value <= MAX_STEPS + 5; value++) history = record(history, value, 'Count');
    for (let step = 0; step < MAX_STEPS + 5; step++) history = undo(history);
    expect(history.present).toBe(5);
  });
});
