import { isLayerKind } from '#libs/document';
import { didYouMean } from '../did-you-mean.js';
import { DEFAULT_SIZE, MAX_SIZES } from '../document-limits.js';
import { FaultList } from '../fault-list.js';
import { propertiesInSize } from '../layers/in-size.js';
import { LAYER_CLASSES } from '../layers/layer.js';
import type { Located } from '../located.js';
import { isShared } from '../reuse/shared.js';
import { isPlainObject, own } from '../shape/json.js';
import { propertiesOf } from '../shape/property-shape.js';
import { documentInSize, holdersIn, pathInAllSizes, sizesOf } from './document-in-size.js';

/**
 * Judges a source in each of its further sizes. A fault has the path of the value that causes it, or else the path that it
 * has in the document's own size and the name of the size in its message.
 *
 * @param judge adds the faults of the document in one size, with paths in that document
 * @param sizes of the document; default: all but its own
 */
export function judgeEachSize<Document>(
  document: Document,
  faults: FaultList,
  judge: (sized: Document, faults: FaultList) => void,
  sizes: readonly string[] = sizesOf(document).slice(1),
): void {
  if (!isPlainObject(document) || sizes.length > MAX_SIZES) return; // the rules of the shape refuse it
  for (const size of sizes) {
    const sized = documentInSize(document, size);
    const found = new FaultList(sized);
    judge(sized, found);
    for (const { path, message, ...fault } of found.found()) {
      const at = pathInAllSizes(document, size, path);
      faults.add(at, { ...fault, message: at.includes(size) ? message : `${message} (in size ${size})` });
    }
  }
}

/** Checks that every size that a page, a layer or a style names is declared, and that no sound differs between sizes. */
export function checkSizes(document: unknown, faults: FaultList): void {
  const [, ...declared] = sizesOf(document);
  const sizes = new Set(declared);
  if (sizes.has(DEFAULT_SIZE)) {
    const message = `${DEFAULT_SIZE} is the name of the size that width and height are`;
    faults.add(['sizes', DEFAULT_SIZE], { code: 'INVALID_VALUE', message });
  }
  for (const holder of holdersIn(document)) {
    // A shared component may be made for sizes that other documents have.
    if (!isShared(String(holder.path[1]))) checkNamesOf(holder, sizes, faults);
    checkTracks(holder, faults);
  }
}

function checkNamesOf({ value, path }: Located, sizes: ReadonlySet<string>, faults: FaultList): void {
  const values = own(value, 'for_size');
  if (!isPlainObject(values)) return;
  for (const size of Object.keys(values)) {
    if (size !== DEFAULT_SIZE && sizes.has(size)) continue;
    const proposal = faults.isFull ? '' : didYouMean(size, sizes);
    const message = `the document declares no size ${size.slice(0, 64)}${proposal}`;
    faults.add([...path, 'for_size', size], { code: 'INVALID_VALUE', message, value: values[size] });
  }
}

function checkTracks({ value, path }: Located, faults: FaultList): void {
  const [kind, ofSizes] = [own(value, 'type'), own(value, 'for_size')];
  if (!isLayerKind(kind) || !isPlainObject(ofSizes)) return;
  const [all, free] = [propertiesOf(LAYER_CLASSES[kind]), propertiesInSize(LAYER_CLASSES[kind])];
  for (const [size, values] of Object.entries(ofSizes)) {
    const tracks = own(values, 'keyframes');
    if (!isPlainObject(tracks)) continue;
    for (const [property, track] of Object.entries(tracks)) {
      if (free.has(property) || !all.has(property)) continue; // the rules of keyframes refuse unknown properties
      const at = [...path, 'for_size', size, 'keyframes', property];
      faults.add(at, { code: 'INVALID_VALUE', message: `${property} is the same in every size`, value: track });
    }
  }
}
