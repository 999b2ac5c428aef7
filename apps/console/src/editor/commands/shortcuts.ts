import { layersOf, valueAt } from '#libs/document';
import {
  documentOf,
  endEdit,
  type EditorState,
  playOrPause,
  redoEdit,
  select,
  showKeys,
  undoEdit,
  withTool,
  zoomedBy,
  zoomedTo,
} from '../model/editor-state.ts';
import type { TemplateSchema } from '../schema/template-schema.ts';
import { copyStyle, pasteStyle } from './layer-style.ts';
import {
  duplicateSelected,
  groupSelected,
  nudgeSelected,
  orderSelected,
  removeSelected,
  ungroupSelected,
} from './layer-commands.ts';

/** A command of the keyboard. `keys` are written as `shortcutOf` gives them. */
export interface Shortcut {
  readonly keys: readonly string[];
  readonly label: string;
  readonly run: (state: EditorState, schema: TemplateSchema) => EditorState;
  /** Whether the browser itself, or a part of the editor, does it: it is only listed. */
  readonly isListed?: true;
}

/** A shortcut that is only listed. */
function listed(keys: string, label: string): Shortcut {
  return { keys: [keys], label, run: (state) => state, isListed: true };
}

/** All shortcuts, as their dialog lists them. Undo and redo also work while a field has the focus. */
export const SHORTCUTS: readonly Shortcut[] = [
  { keys: ['mod+z'], label: 'Undo', run: undoEdit },
  { keys: ['mod+shift+z', 'mod+y'], label: 'Redo', run: redoEdit },
  { keys: ['mod+s'], label: 'Save now', run: endEdit },
  listed('mod+c', 'Copy'),
  listed('mod+x', 'Cut'),
  listed('mod+v', 'Paste layers or files'),
  { keys: ['mod+alt+c'], label: 'Copy style', run: copyStyle },
  { keys: ['mod+alt+v'], label: 'Paste style', run: pasteStyle },
  { keys: ['v'], label: 'Select', run: (state) => withTool(state, 'select') },
  { keys: ['h'], label: 'Move the view', run: (state) => withTool(state, 'hand') },
  { keys: ['t'], label: 'Text', run: (state) => withTool(state, 'text') },
  { keys: ['r'], label: 'Rectangle', run: (state) => withTool(state, 'rectangle') },
  { keys: ['o'], label: 'Ellipse', run: (state) => withTool(state, 'ellipse') },
  { keys: ['?', 'shift+?'], label: 'Show this list', run: (state) => showKeys(state, true) },
  { keys: ['mod+a'], label: 'Select all layers of the page', run: selectAll },
  { keys: ['escape'], label: 'Select nothing', run: (state) => withTool(select(state, null), 'select') },
  { keys: ['delete', 'backspace'], label: 'Delete', run: removeSelected },
  { keys: ['mod+d'], label: 'Duplicate', run: duplicateSelected },
  { keys: ['mod+g'], label: 'Group', run: groupSelected },
  { keys: ['mod+shift+g'], label: 'Ungroup', run: ungroupSelected },
  { keys: ['mod+]'], label: 'Bring forward', run: (state) => orderSelected(state, 'forward') },
  { keys: ['mod+['], label: 'Send backward', run: (state) => orderSelected(state, 'backward') },
  { keys: ['mod+shift+]'], label: 'Bring to front', run: (state) => orderSelected(state, 'front') },
  { keys: ['mod+shift+['], label: 'Send to back', run: (state) => orderSelected(state, 'back') },
  { keys: ['space'], label: 'Play or pause', run: playOrPause },
  { keys: ['plus'], label: 'Zoom in', run: (state) => zoomedBy(state, 1.25) },
  { keys: ['minus'], label: 'Zoom out', run: (state) => zoomedBy(state, 0.8) },
  { keys: ['0'], label: 'Show the whole picture', run: (state) => zoomedTo(state, 1) },
  listed('f2', 'Rename the layer that has the focus in the list'),
  listed('space+drag', 'Move the view'),
  listed('alt+drag', 'Move a copy'),
  listed('shift+drag', 'Keep the axis, the proportion, or steps of 15°'),
  listed('mod+drag', 'Drag without snapping'),
  listed('double click', 'Write a text, or move a picture in its box'),
  listed('mod+wheel', 'Zoom at the pointer'),
  listed('alt+wheel', 'Zoom the timeline'),
  ...arrow('left', -1, 0),
  ...arrow('right', 1, 0),
  ...arrow('up', 0, -1),
  ...arrow('down', 0, 1),
];

/** An arrow key moves by a pixel of the frame, with Shift by ten. */
function arrow(name: string, x: number, y: number): readonly Shortcut[] {
  return [
    { keys: [`arrow${name}`], label: `Move ${name}`, run: (state) => nudgeSelected(state, { x, y }) },
    {
      keys: [`shift+arrow${name}`],
      label: `Move ${name} by 10`,
      run: (state) => nudgeSelected(state, { x: 10 * x, y: 10 * y }),
    },
  ];
}

function selectAll(state: EditorState): EditorState {
  const page = ['pages', state.page];
  const layers = layersOf(valueAt(documentOf(state), page));
  return { ...endEdit(state), selection: layers.map((_, index) => [...page, 'layers', index]) };
}

/** Keys whose character changes with Shift, is part of the syntax of shortcuts, or cannot be seen. */
const NAMES: Readonly<Record<string, string>> = {
  '{': '[',
  '}': ']',
  '+': 'plus',
  '=': 'plus',
  '-': 'minus',
  ' ': 'space',
};

interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/** The keys of a press as words: "mod+shift+z". `mod` is Ctrl, on a Mac also Command. */
export function shortcutOf({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyPress): string {
  const plain = NAMES[key] ?? key.toLowerCase();
  // On many keyboards a plus needs Shift.
  const modifiers = [ctrlKey || metaKey ? 'mod' : '', altKey ? 'alt' : '', shiftKey && plain !== 'plus' ? 'shift' : ''];
  return [...modifiers, plain].filter((part) => part !== '').join('+');
}

export function shortcutFor(press: KeyPress): Shortcut | undefined {
  const pressed = shortcutOf(press);
  return SHORTCUTS.find(({ keys, isListed }) => !isListed && keys.includes(pressed));
}

/** "mod+shift+z" as "Ctrl Shift Z". */
export function spokenKeys(keys: string): string {
  const words: Readonly<Record<string, string>> = {
    mod: 'Ctrl',
    plus: '+',
    minus: '−',
    arrowleft: '←',
    arrowright: '→',
    arrowup: '↑',
    arrowdown: '↓',
  };
  return keys
    .split('+')
    .map((key) => words[key] ?? key.charAt(0).toUpperCase() + key.slice(1))
    .join(' ');
}
