import { type JsonObject, layerAt, withValue } from '#libs/document';
import { documentOf, edit, type EditorState } from '../model/editor-state.ts';
import { layerSchema, type TemplateSchema } from '../schema/template-schema.ts';
import { nameOfSelection } from './layer-commands.ts';

/** Properties that are content, place or time of a layer: all others are its style. */
const NO_STYLE: ReadonlySet<string> = new Set([
  ...['name', 'type', 'layers', 'text', 'source_url', 'cues', 'chart_data', 'component', 'values', 'rating', 'value'],
  ...['x', 'y', 'width', 'height', 'left', 'right', 'top', 'bottom', 'center_x', 'center_y', 'anchor_x', 'anchor_y'],
  ...['min_width', 'max_width', 'min_height', 'max_height', 'grow', 'align_self', 'in_flow', 'rotation', 'scale'],
  ...['shape', 'sides', 'points', 'path', 'code_type', 'chart_type', 'icon', 'form', 'follows', 'direction'],
  ...['start', 'duration', 'enter', 'exit', 'loop_animation', 'keyframes', 'trim_start', 'trim_end', 'speed'],
  ...[
    'volume',
    'mute',
    'loop',
    'fade_in',
    'fade_out',
    'when',
    'repeat',
    'for_size',
    'open',
    'visible',
    'locked',
    'mask',
  ],
]);

/** Keeps the style of the first layer that is selected. */
export function copyStyle(state: EditorState): EditorState {
  const [path] = state.selection;
  const layer = path && layerAt(documentOf(state), path);
  if (!layer) return state;
  const style = Object.fromEntries(Object.entries(layer).filter(([name]) => !NO_STYLE.has(name)));
  return { ...state, copiedStyle: style };
}

/** Gives the selected layers the style that was copied, as far as their kinds have its properties. */
export function pasteStyle(state: EditorState, schema: TemplateSchema): EditorState {
  const { copiedStyle, selection } = state;
  if (!copiedStyle || selection.length === 0) return state;
  const document = selection.reduce<JsonObject>((result, path) => {
    const layer = layerAt(result, path)!;
    const properties = layerSchema(schema, layer.type)?.properties ?? {};
    const own = Object.entries(layer).filter(([name]) => NO_STYLE.has(name) || !(name in properties));
    const style = Object.entries(copiedStyle).filter(([name]) => name in properties);
    return withValue(result, path, Object.fromEntries([...own, ...style]));
  }, documentOf(state));
  return edit(state, { document, label: `Paste style to ${nameOfSelection(state)}` });
}
