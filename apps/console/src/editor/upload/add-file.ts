import {
  addLayer,
  inText,
  type JsonObject,
  type Layer,
  pagesOf,
  type Path,
  type Point,
  rounded,
  type Size,
  withInserted,
  withValue,
} from '#libs/document';
import { documentOf, edit, type EditorState } from '../model/editor-state.ts';
import type { StatedFont } from './font-facts.ts';

/** A file that has been uploaded, and what the browser knows of it. */
export interface UploadedFile {
  readonly kind: 'image' | 'video' | 'audio' | 'font';
  readonly name: string;
  readonly url: string;
  /** Pixels of a picture or of footage, if the browser can read it. */
  readonly size?: Size | undefined;
  readonly font?: StatedFont | undefined;
}

/** Target of a file: a page, and the point of the frame at which it was dropped. */
export interface Target {
  readonly page: number;
  readonly at?: Point | undefined;
}

/** Largest share of the frame that a picture covers, so that its handles can be seen. */
const LARGEST = 0.8;
/** Size of footage or a picture whose own size is unknown, pixels. */
const UNKNOWN: Size = { width: 1600, height: 900 };

/**
 * Puts a file into the document: a picture or footage as a layer with its middle at the point, a sound as a track of the
 * template, a font as a font of the template.
 */
export function addFile(state: EditorState, file: UploadedFile, target: Target): EditorState {
  switch (file.kind) {
    case 'image':
    case 'video':
      return addPicture(state, file, target);
    case 'audio':
      return addMember(state, 'audio', { source_url: file.url }, `Add sound ${file.name}`);
    case 'font':
      return addFont(state, file);
  }
}

function addPicture(state: EditorState, file: UploadedFile, { page, at }: Target): EditorState {
  const before = documentOf(state);
  const shown = Math.max(0, Math.min(page, pagesOf(before).length - 1));
  const layer = layerOf(file, { width: Number(before['width']), height: Number(before['height']) }, at);
  const { document, path } = addLayer(before, ['pages', shown], layer);
  return edit({ ...state, page: shown }, { document, label: `Add ${layer.name}`, selection: [path] });
}

/** A layer that shows the whole file in its own proportion. */
export function layerOf({ kind, name, url, size }: UploadedFile, frame: Size, at?: Point): Layer {
  const { width, height } = fitted(size ?? UNKNOWN, frame);
  const middle = at ?? { x: frame.width / 2, y: frame.height / 2 };
  return {
    name: layerName(name) || kind,
    type: kind,
    source_url: url,
    x: rounded(middle.x - width / 2, 0),
    y: rounded(middle.y - height / 2, 0),
    width,
    height,
  };
}

function fitted({ width, height }: Size, frame: Size): Size {
  const scale = Math.min(1, (LARGEST * frame.width) / width, (LARGEST * frame.height) / height);
  return { width: Math.max(1, rounded(width * scale, 0)), height: Math.max(1, rounded(height * scale, 0)) };
}

/** A file's name without its ending, cut so that a number fits after it in the name of a layer. */
function layerName(fileName: string): string {
  return fileName
    .replace(/\.[^.]*$/, '')
    .slice(0, 100)
    .trim();
}

/** Adds the font. The same weight and style of its family is replaced. */
function addFont(state: EditorState, { font, url, name }: UploadedFile): EditorState {
  const { family, weight, italic } = font ?? { family: layerName(name) || 'Font', weight: 400, italic: false };
  const entry = { family, source_url: url, weight, ...(italic && { italic }) };
  const document = documentOf(state);
  const fonts = membersOf(document, 'fonts');
  const same = fonts.findIndex(
    (each) =>
      inText(each['family']) === family && (each['weight'] ?? 400) === weight && (each['italic'] ?? false) === italic,
  );
  const changed = same < 0 ? [...fonts, entry] : fonts.with(same, entry);
  return edit(state, { document: withValue(document, ['fonts'], changed), label: `Add font ${family}` });
}

/** Adds the font and sets it as the value of the property at `path`: one step of undo. */
export function withFont(state: EditorState, file: UploadedFile, path: Path): EditorState {
  const added = documentOf(addFont(state, file));
  const family = membersOf(added, 'fonts').find((each) => each['source_url'] === file.url)!['family']!;
  return edit(state, { document: withValue(added, path, family), label: `Use font ${inText(family)}` });
}

function addMember(state: EditorState, list: string, member: JsonObject, label: string): EditorState {
  const document = documentOf(state);
  return edit(state, { document: withInserted(document, [list], membersOf(document, list).length, member), label });
}

const NONE: readonly JsonObject[] = [];

export function membersOf(document: JsonObject, list: string): readonly JsonObject[] {
  const members = document[list];
  return Array.isArray(members) ? (members as readonly JsonObject[]) : NONE;
}
