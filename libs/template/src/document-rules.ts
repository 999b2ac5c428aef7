import { isLayerKind, type Size, transitionS } from '#libs/document';
import type { DocumentLimits } from './document-limits.js';
import { MAX_AUDIO_TRACKS, type TemplateDocument } from './document.js';
import { MAX_FRAME_SIDE, MAX_LAYERS, MAX_PAGES } from './document-limits.js';
import type { FaultList, Path } from './fault-list.js';
import { checkKeyframes, checkMasks, checkOpen } from './layer-rules.js';
import { countLayers } from './layers/count-layers.js';
import type { RuleScope } from './layers/layer-kind.js';
import { kindOf } from './layers/layer.js';
import { type Located, numberOr, objectsIn } from './located.js';
import { checkFrameLengths, checkPlace } from './place-rules.js';
import { isPlainObject, own } from './shape/json.js';
import { checkAutoDuration, checkLayerTimes } from './times/check-times.js';

/** Tolerance of comparisons, s. Decimal seconds do not add up exactly in binary: 0.1 + 0.2 > 0.3. */
const TOLERANCE_S = 1e-9;

/**
 * Rules that involve several fields of a document. They read the raw JSON and skip values of a wrong type and lists
 * that are too long. The rules of the shape report those, so one response lists every fault.
 *
 * @param options.isFinished false for a source whose pages may repeat or be left out: what depends on the pages before a
 *   page, and their sum, is not checked
 */
export function checkDocumentRules(
  document: unknown,
  faults: FaultList,
  limits: DocumentLimits,
  { isFinished = true } = {},
): void {
  if (!isPlainObject(document)) return;
  checkFrameSize(document, faults, limits.framePixels);
  checkAudio(document, faults);
  const pages = objectsIn(own(document, 'pages'), ['pages'], MAX_PAGES);
  const hasVariables = own(document, 'variables') !== undefined || own(document, 'brand') !== undefined;
  for (const [index, page] of pages.entries()) {
    checkPageNumber(page, index, faults);
    checkAutoDuration(page, faults);
    checkLayers(page, frameOf(document), { faults, hasVariables });
  }
  if (isFinished) checkPageTimes(pages, { document, faults, limits });
}

/** Checks the durations of pages and transitions, as far as they are numbers. */
function checkPageTimes(
  pages: readonly Located[],
  { document, faults, limits }: { document: object; faults: FaultList; limits: DocumentLimits },
): void {
  checkTransitions(pages, faults);
  checkDuration(pages, { document, faults, mostS: limits.durationS });
}

/** Checks again what depends on durations, once all of them are known. */
export function checkResolvedTimes(document: TemplateDocument, faults: FaultList, limits: DocumentLimits): void {
  checkPageTimes(objectsIn(document.pages, ['pages'], MAX_PAGES), { document, faults, limits });
}

function checkFrameSize(document: Record<string, unknown>, faults: FaultList, most: number): void {
  const width = own(document, 'width');
  const height = own(document, 'height');
  if (typeof width !== 'number' || typeof height !== 'number' || Math.max(width, height) > MAX_FRAME_SIDE) return;
  if (width * height <= most) return;
  const message = `width × height must not be greater than ${most}`;
  faults.add(['height'], { code: 'VALUE_TOO_LARGE', message, value: height });
}

function checkAudio(document: Record<string, unknown>, faults: FaultList): void {
  for (const track of objectsIn(own(document, 'audio'), ['audio'], MAX_AUDIO_TRACKS)) checkTrim(track, faults);
}

function checkTrim({ value, path }: Located, faults: FaultList): void {
  const from = numberOr(own(value, 'trim_start'), 0);
  const to = own(value, 'trim_end');
  if (typeof to !== 'number' || to <= 0 || to > from) return;
  const message = 'trim_end must be greater than trim_start';
  faults.add([...path, 'trim_end'], { code: 'VALUE_TOO_SMALL', message, value: to });
}

function checkPageNumber({ value, path }: Located, index: number, faults: FaultList): void {
  const number = own(value, 'number');
  if (typeof number !== 'number' || !Number.isInteger(number) || number < 1 || number === index + 1) return;
  const message = `number must be ${index + 1}: pages are numbered 1, 2, 3 …`;
  faults.add([...path, 'number'], { code: 'INVALID_VALUE', message, value: number });
}

/** The size of the frame, where it is a size: the rules of the shape refuse any other. */
function frameOf(document: Record<string, unknown>): Size | undefined {
  const width = own(document, 'width');
  const height = own(document, 'height');
  return typeof width === 'number' && typeof height === 'number' ? { width, height } : undefined;
}

function checkLayers({ value, path }: Located, frame: Size | undefined, scope: RuleScope): void {
  const { faults } = scope;
  const layers = layersOf({ value, path });
  checkMasks(layers, faults);
  checkLayerTimes(layers, faults);
  const names = new Set<unknown>();
  for (const layer of layers) {
    const name = own(layer.value, 'name');
    if (typeof name === 'string' && names.has(name)) {
      const message = `name must be unique in its page, such as "${name.slice(0, 60)} ${names.size + 1}"`;
      faults.add([...layer.path, 'name'], { code: 'INVALID_VALUE', message, value: name });
    }
    names.add(name);
    checkLayer(layer, scope);
    if (frame) checkFrameLengths(layer, frame, faults);
  }
}

/** Every layer of a page; layers inside groups follow their group. Empty if the page has more layers than allowed. */
function layersOf({ value, path }: Located): Located[] {
  const stack = own(value, 'layers');
  return countLayers(stack) > MAX_LAYERS ? [] : [...layersIn(stack, [...path, 'layers'])];
}

function checkLayer(layer: Located, scope: RuleScope): void {
  const { faults } = scope;
  checkTrim(layer, faults);
  checkKeyframes(layer, faults);
  checkOpen(layer, faults);
  checkPlace(layer, faults);
  const type = own(layer.value, 'type');
  if (!isLayerKind(type)) return;
  const kind = kindOf({ type });
  if (kind.alternatives) checkAlternatives(layer, kind.alternatives, faults);
  kind.rules?.(layer, scope);
}

function checkAlternatives({ value, path }: Located, names: readonly string[], faults: FaultList): void {
  const given = names.filter((name) => own(value, name) !== undefined);
  if (given.length === 1) return;
  const name = given[1] ?? names[0]!;
  const message = `a ${String(own(value, 'type'))} needs either ${names.join(' or ')}`;
  faults.add([...path, name], { code: 'INVALID_VALUE', message, value: own(value, name) });
}

/**
 * docs/template/transitions.md: page 1 has no transition, a transition is at most as long as the shorter of its two pages,
 * and the two transitions of a page together are at most as long as the page.
 */
function checkTransitions(pages: readonly Located[], faults: FaultList): void {
  for (const [index, { value, path }] of pages.entries()) {
    const transition = own(value, 'transition');
    const at = [...path, 'transition'];
    if (index === 0) {
      if (transition === undefined || transitionS(value) === 0) continue;
      const message = 'the first page has no page before it to replace';
      faults.add(at, { code: 'INVALID_VALUE', message, value: transition });
      continue;
    }
    const into = transitionS(value);
    const before = pages[index - 1]!.value;
    const shorter = Math.min(numberOr(own(before, 'duration'), Infinity), numberOr(own(value, 'duration'), Infinity));
    const earlier = index > 1 ? transitionS(before) : 0;
    const room = numberOr(own(before, 'duration'), Infinity) - earlier;
    const limit = into > shorter + TOLERANCE_S ? shorter : room;
    if (into <= Math.max(limit, 0) + TOLERANCE_S) continue;
    const message =
      limit === shorter
        ? 'duration of a transition must be at most that of the shorter of its two pages'
        : `duration leaves page ${index} no time: its two transitions are longer than the page`;
    faults.add([...at, 'duration'], { code: 'VALUE_TOO_LARGE', message, value: own(transition, 'duration') });
  }
}

function checkDuration(
  pages: readonly Located[],
  { document, faults, mostS }: { document: object; faults: FaultList; mostS: number },
): void {
  const total = pages.reduce(
    (sum, { value }, index) => sum + numberOr(own(value, 'duration'), 0) - (index > 0 ? transitionS(value) : 0),
    0,
  );
  if (total <= mostS + TOLERANCE_S) return;
  const message = `pages must last at most ${mostS} seconds in all, not ${total}`;
  faults.add(['pages'], { code: 'VALUE_TOO_LARGE', message, value: own(document, 'pages') });
}

/** Every layer of a stack; layers inside groups follow their group. */
export function* layersIn(stack: unknown, path: Path): Iterable<Located> {
  // The rules of the shape refuse deeper nesting; this only bounds the recursion.
  if (path.length > 64) return;
  for (const layer of objectsIn(stack, path, Infinity)) {
    yield layer;
    yield* layersIn(own(layer.value, 'layers'), [...layer.path, 'layers']);
  }
}
