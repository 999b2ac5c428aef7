import {
  type Box,
  endGesture,
  type History,
  historyOf,
  type JsonObject,
  layerAt,
  type LayerPath,
  type Matrix,
  outermost,
  pageDuration,
  pagePathOf,
  pagesOf,
  type Path,
  record,
  redo,
  restingTime,
  sameJson,
  samePath,
  type Size,
  undo,
  valueAt,
} from '#libs/document';
import { fieldOfPath } from '../../api/field-path.ts';
import { inSize } from '../../api/document-in-size.ts';
import { OWN_SIZE } from '../../api/template-sizes.ts';
import { afterEdit, sizeNames } from './sized-document.ts';
import type { Strips } from './strips.ts';

/** The state of the editor. Every action is a function from one state to the next. */
export interface EditorState {
  readonly history: History<JsonObject>;
  /** Name of the document's size that is shown. */
  readonly size: string;
  /** The layers that are selected, all on the page that is shown. */
  readonly selection: readonly LayerPath[];
  /** Position of the page that is shown, from 0. */
  readonly page: number;
  /** The playhead: seconds of the page on which it was set. It does not count on another page. */
  readonly playhead?: { readonly page: number; readonly time: number };
  /**
   * Layers of the page that a keyframe or an animation shows elsewhere than their properties put them, at the playhead
   * and by name.
   */
  readonly motions: ReadonlyMap<string, LayerMotion>;
  /** Seconds of pages, by their positions, as the preview found them. */
  readonly secondsOfPages: ReadonlyMap<number, number>;
  /** Seconds of layers whose durations follow from their content, by their fields: `pages[0].layers[2]`. */
  readonly secondsOfLayers: Readonly<Record<string, number>>;
  /** Loudness of pages over their time, from 0 to 1, by their positions. A page without sound has no levels. */
  readonly levelsOfPages: ReadonlyMap<number, readonly number[]>;
  /** Small pictures of clips, by the address that the preview has for each. */
  readonly strips: Strips;
  /** Size of the frame on the stage: 1 is as large as fits. */
  readonly zoom: number;
  /** The part of a page that is played again and again. */
  readonly loop: (Loop & { readonly page: number }) | undefined;
  readonly isPlaying: boolean;
  /** The tool of the pointer on the picture. */
  readonly tool: Tool;
  /** Whether the list of shortcuts is shown. */
  readonly isShowingKeys: boolean;
  /** The style that was copied last. */
  readonly copiedStyle?: JsonObject;
}

/** Tools that draw a layer. */
const DRAWING_TOOLS = ['text', 'rectangle', 'ellipse'] as const;
export type DrawingTool = (typeof DRAWING_TOOLS)[number];
export type Tool = 'select' | 'hand' | DrawingTool;

/** The place at which a frame shows a layer, if its own properties put it elsewhere. */
export interface LayerMotion {
  readonly size: Size;
  /** Maps the box `own` to the pixels of the layer's parent. */
  readonly matrix: Matrix;
  /** The box that the layer's properties gave it when the frame was drawn. */
  readonly own: Box;
}

/** Seconds of a page. */
export interface Loop {
  readonly from: number;
  readonly to: number;
}

const NO_MOTIONS: EditorState['motions'] = new Map();

export interface Edit {
  readonly document: JsonObject;
  /** Name of the edit, for undo: "Move headline". */
  readonly label: string;
  /** The gesture that this edit belongs to. All edits of a gesture are one step of undo. */
  readonly gesture?: string;
  /** The selection afterwards. Default: the selection before, as far as it still exists. */
  readonly selection?: readonly LayerPath[];
}

export function openDocument(document: JsonObject): EditorState {
  return {
    history: historyOf(document),
    size: OWN_SIZE,
    selection: [],
    page: 0,
    motions: NO_MOTIONS,
    secondsOfPages: new Map(),
    secondsOfLayers: {},
    levelsOfPages: new Map(),
    strips: new Map(),
    zoom: 1,
    isPlaying: false,
    loop: undefined,
    tool: 'select',
    isShowingKeys: false,
  };
}

export function withTool(state: EditorState, tool: Tool): EditorState {
  return { ...endEdit(state), tool };
}

/** The tool, if it draws a layer. */
export function drawingToolOf({ tool }: EditorState): DrawingTool | undefined {
  return DRAWING_TOOLS.find((each) => each === tool);
}

export function showKeys(state: EditorState, isShowingKeys: boolean): EditorState {
  return { ...state, isShowingKeys };
}

/** The state with another document, as the new beginning of undo. */
export function replaceDocument(state: EditorState, document: JsonObject): EditorState {
  return withHistory(state, historyOf(document));
}

/** The document as it is stored, with all of its sizes. */
export function sourceOf({ history }: EditorState): JsonObject {
  return history.present;
}

const sized = new WeakMap<JsonObject, { readonly size: string; readonly document: JsonObject }>();

/** The document in the size that is shown: everything but the JSON and the draft reads and edits it. */
export function documentOf({ history, size }: EditorState): JsonObject {
  const source = history.present;
  if (!sizeNames(source).includes(size)) return source;
  const known = sized.get(source);
  if (known?.size === size) return known.document;
  const document = inSize(source, size);
  sized.set(source, { size, document });
  return document;
}

/** Shows the document in another of its sizes. */
export function showSize(state: EditorState, size: string): EditorState {
  return { ...endEdit(state), size, motions: NO_MOTIONS };
}

/** The size of the frame, pixels. A document without one is shown as a small square. */
export function frameSize(state: EditorState): Size {
  const { width, height } = documentOf(state);
  return { width: Number(width) || 16, height: Number(height) || 16 };
}

export function edit(state: EditorState, { document, label, gesture, selection }: Edit): EditorState {
  const source = sourceOf(state);
  const size = sizeNames(source).includes(state.size) ? state.size : OWN_SIZE;
  const history = record(state.history, afterEdit(source, size, document), label, gesture ?? null);
  return withHistory(selection ? { ...state, selection } : state, history);
}

/** An edit of the document with all of its sizes. */
export function editSource(state: EditorState, change: Edit): EditorState {
  return { ...edit({ ...state, size: OWN_SIZE }, change), size: state.size };
}

export function endEdit(state: EditorState): EditorState {
  return { ...state, history: endGesture(state.history) };
}

export function playOrPause(state: EditorState): EditorState {
  return { ...endEdit(state), isPlaying: !state.isPlaying };
}

export function endPlaying(state: EditorState): EditorState {
  return { ...state, isPlaying: false };
}

const LEAST_ZOOM = 0.25;
const MOST_ZOOM = 16;

export function zoomedTo(state: EditorState, zoom: number): EditorState {
  return { ...state, zoom: Math.min(MOST_ZOOM, Math.max(LEAST_ZOOM, zoom)) };
}

/** Zooms in for a factor above 1, out for one below. Near the whole picture it stops there. */
export function zoomedBy(state: EditorState, factor: number): EditorState {
  const zoom = state.zoom * factor;
  return zoomedTo(state, Math.abs(zoom - 1) < 0.01 ? 1 : zoom);
}

/** The step for a person who may not change the document: a step that would change it does nothing. */
export function withoutEdits(step: (state: EditorState) => EditorState): (state: EditorState) => EditorState {
  return (state) => {
    const after = step(state);
    return documentOf(after) === documentOf(state) ? after : state;
  };
}

export function undoEdit(state: EditorState): EditorState {
  return withHistory(state, undo(state.history));
}

export function redoEdit(state: EditorState): EditorState {
  return withHistory(state, redo(state.history));
}

export function showPage(state: EditorState, page: number): EditorState {
  return settled({ ...state, page, selection: [] });
}

/** Selects the layer, alone or, with `beside`, in addition; `beside` deselects a selected layer. Shows its page. */
export function select(state: EditorState, path: LayerPath | null, beside = false): EditorState {
  if (path === null) return { ...state, selection: [] };
  const page = Number(pagePathOf(path)[1]);
  if (!beside || page !== state.page) return { ...state, page, selection: [path] };
  const others = state.selection.filter((selected) => !samePath(selected, path));
  const selection = others.length < state.selection.length ? others : outermost([...others, path]);
  return { ...state, selection };
}

/** Seconds of the page that is shown. A page without a playhead rests at a moment outside its transitions. */
export function timeOf(state: EditorState): number {
  const { playhead, page } = state;
  return playhead?.page === page ? playhead.time : restingTime(documentOf(state), page, pageSecondsOf(state));
}

/** Seconds of a page, by default of the one that is shown. One that follows its content is as long as the preview found it. */
export function pageSecondsOf(state: EditorState, at = state.page): number {
  const page = pagesOf(documentOf(state))[at];
  const isStated = typeof page?.['duration'] === 'number';
  return (isStated ? undefined : state.secondsOfPages.get(at)) ?? pageDuration(page);
}

/** The duration that the preview has found for a page or a layer whose own is no number, s. */
export function foundSecondsOf(state: EditorState, holder: Path): number | undefined {
  return holder.length === 2 ? state.secondsOfPages.get(Number(holder[1])) : state.secondsOfLayers[fieldOfPath(holder)];
}

/** The number of the page that is shown. */
export function pageNumberOf(state: EditorState): number {
  return Number(pagesOf(documentOf(state))[state.page]?.['number'] ?? 1);
}

/** Moves the playhead, also to another page. */
export function seek(state: EditorState, time: number, page = state.page): EditorState {
  const shown = page === state.page ? state : showPage(state, page);
  return { ...shown, playhead: { page, time } };
}

/** The part of the page that is shown that is played again and again. */
export function loopOf({ loop, page }: EditorState): (Loop & { readonly page: number }) | undefined {
  return loop?.page === page ? loop : undefined;
}

export function withLoop(state: EditorState, range: Loop | undefined): EditorState {
  return { ...state, loop: range && { ...range, page: state.page } };
}

/** The state in which these layers are shown elsewhere than their own properties put them. */
export function withMotions(state: EditorState, motions: EditorState['motions']): EditorState {
  return motions.size === 0 && state.motions.size === 0 ? state : { ...state, motions };
}

type FoundSeconds = Pick<EditorState, 'secondsOfPages' | 'secondsOfLayers'>;

/** The state with the durations of pages and layers that the preview has found. */
export function withFoundSeconds(state: EditorState, found: FoundSeconds): EditorState {
  const inJson = ({ secondsOfPages, secondsOfLayers }: FoundSeconds) => [[...secondsOfPages], { ...secondsOfLayers }];
  return sameJson(inJson(state), inJson(found)) ? state : { ...state, ...found };
}

export function withStrips(state: EditorState, strips: Strips): EditorState {
  const isSame =
    strips.size === state.strips.size && [...strips].every(([clip, strip]) => state.strips.get(clip) === strip);
  return isSame ? state : { ...state, strips };
}

export function withLevels(state: EditorState, levelsOfPages: EditorState['levelsOfPages']): EditorState {
  return { ...state, levelsOfPages };
}

/** Whether the pointer passes the layer. */
export function isLocked(state: EditorState, path: LayerPath): boolean {
  return layerAt(documentOf(state), path)?.['locked'] === true;
}

export function isSelected({ selection }: EditorState, path: LayerPath): boolean {
  return selection.some((each) => samePath(each, path));
}

function withHistory(state: EditorState, history: History<JsonObject>): EditorState {
  return settled({ ...state, history });
}

/**
 * The state without references to removed parts of the document: a removed layer is not selected, a removed page not
 * shown.
 */
function settled(state: EditorState): EditorState {
  const document = documentOf(state);
  const page = Math.max(0, Math.min(state.page, pagesOf(document).length - 1));
  const kept = state.selection.filter((path) => path[1] === page && valueAt(document, path) !== undefined);
  return { ...state, page, selection: kept.length === state.selection.length ? state.selection : kept };
}
