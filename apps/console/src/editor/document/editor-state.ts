import {
  endGesture,
  type History,
  historyOf,
  type JsonObject,
  type LayerPath,
  outermost,
  pageOf,
  record,
  redo,
  samePath,
  undo,
  valueAt,
} from '#libs/document';

/** The state of the editor. Every action is a function from one state to the next. */
export interface EditorState {
  readonly history: History<JsonObject>;
  /** The layers that are selected, all on the page that is shown. */
  readonly selection: readonly LayerPath[];
  /** Position of the page that is shown, from 0. */
  readonly page: number;
  /** Size of the frame on the stage: 1 is as large as fits. */
  readonly zoom: number;
  readonly isPlaying: boolean;
}

export interface Edit {
  readonly document: JsonObject;
  /** Name of the edit, for undo: "Move headline". */
  readonly label: string;
  /** The gesture that this is a part of: one step of undo for all of them. */
  readonly gesture?: string;
  /** The selection afterwards. Default: the selection before, as far as it still exists. */
  readonly selection?: readonly LayerPath[];
}

export function openDocument(document: JsonObject): EditorState {
  return { history: historyOf(document), selection: [], page: 0, zoom: 1, isPlaying: false };
}

/** The state with another document, which no undo leads back from. */
export function replaceDocument(state: EditorState, document: JsonObject): EditorState {
  return settled({ ...state, history: historyOf(document) });
}

export function documentOf({ history }: EditorState): JsonObject {
  return history.present;
}

export function edit(state: EditorState, { document, label, gesture, selection }: Edit): EditorState {
  const history = record(state.history, document, label, gesture ?? null);
  return settled({ ...state, history, selection: selection ?? state.selection });
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
  return settled({ ...state, history: undo(state.history) });
}

export function redoEdit(state: EditorState): EditorState {
  return settled({ ...state, history: redo(state.history) });
}

export function showPage(state: EditorState, page: number): EditorState {
  return settled({ ...state, page, selection: [] });
}

/** Selects the layer, alone or in addition; `beside` deselects one that is selected. Shows its page. */
export function select(state: EditorState, path: LayerPath | null, beside = false): EditorState {
  if (path === null) return { ...state, selection: [] };
  const page = Number(pageOf(path)[1]);
  if (!beside || page !== state.page) return { ...state, page, selection: [path] };
  const others = state.selection.filter((selected) => !samePath(selected, path));
  const selection = others.length < state.selection.length ? others : outermost([...others, path]);
  return { ...state, selection };
}

/**
 * The state without references to removed parts of the document: a removed layer is not selected, a removed page not
 * shown.
 */
function settled(state: EditorState): EditorState {
  const document = documentOf(state);
  const pages = (document['pages'] as readonly unknown[] | undefined)?.length ?? 0;
  const page = Math.max(0, Math.min(state.page, pages - 1));
  const selection = state.selection.filter((path) => path[1] === page && valueAt(document, path) !== undefined);
  return { ...state, page, selection };
}
