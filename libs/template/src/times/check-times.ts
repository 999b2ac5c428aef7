import type { FaultList } from '../fault-list.js';
import type { Located } from '../located.js';
import { defaultValue } from '../shape/default.js';
import { isPlainObject, own } from '../shape/json.js';
import { AutoDuration } from './auto-duration.js';
import { FileLengths } from './file-lengths.js';
import { PageClock } from './page-clock.js';
import { AUTO } from '../rules/is-time.js';

/** Checks the bounds of a page's `auto` duration. */
export function checkAutoDuration({ value, path }: Located, faults: FaultList): void {
  const auto = own(value, 'auto_duration');
  const max = own(auto, 'max');
  const min = own(auto, 'min') ?? defaultValue(AutoDuration, 'min');
  if (typeof max !== 'number' || typeof min !== 'number' || max <= 0 || max >= min) return;
  const message = `max must not be less than min, which is ${min}`;
  faults.add([...path, 'auto_duration', 'max'], { code: 'VALUE_TOO_SMALL', message, value: max });
}

/** Properties of `auto_duration` that decide about the page alone, and not about layers of duration `auto`. */
const OF_PAGE = ['min', 'max', 'padding', 'reading_time'];

/** Checks that a page in a source whose duration is a number has no bounds for another one. */
export function checkUnusedBounds({ value, path }: Located, faults: FaultList): void {
  const auto = own(value, 'auto_duration');
  if (typeof own(value, 'duration') !== 'number' || !isPlainObject(auto)) return;
  for (const name of OF_PAGE.filter((each) => own(auto, each) !== undefined)) {
    const message = `${name} belongs to a page of duration "auto", not of a number of seconds`;
    faults.add([...path, 'auto_duration', name], { code: 'INVALID_VALUE', message, value: auto[name] });
  }
}

/**
 * Checks the times of a page's layers that depend on others: names, circles, and kinds without a duration of their own.
 *
 * @param layers of one page; layers inside groups follow their group
 */
export function checkLayerTimes(layers: readonly Located[], faults: FaultList): void {
  const clock = new PageClock(layers, { lengths: new FileLengths(new Map()), wordsPerMinute: 1, faults });
  for (const layer of layers) {
    if (isPlainObject(own(layer.value, 'start'))) clock.startOf(layer);
    const duration = own(layer.value, 'duration');
    if (duration === AUTO || isPlainObject(duration)) clock.durationOf(layer);
  }
}
