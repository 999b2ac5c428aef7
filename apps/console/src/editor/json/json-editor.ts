import { autocompletion, closeBrackets, type CompletionContext, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, indentWithTab } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting, syntaxTree } from '@codemirror/language';
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint';
import { Annotation, EditorState } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import type { SyntaxNode } from '@lezer/common';
import { tags } from '@lezer/highlight';
import { type Json, type JsonObject, objectOf, type Path } from '#libs/document';
import type { DraftFault } from '../draft/draft.ts';
import type { TemplateSchema } from '../schema/template-schema.ts';
import { propertySuggestions, type Suggestion, valueSuggestions } from './completion.ts';
import { pathOfField } from '../../api/field-path.ts';
import { parsedJson } from '../../ui/json-value.ts';
import { nearestRange, valueRanges } from './value-ranges.ts';

export interface JsonEditor {
  /** Shows a document that was changed elsewhere. */
  readonly show: (document: JsonObject) => void;
  readonly mark: (faults: readonly DraftFault[]) => void;
  /** Puts the cursor on the value at `path` and shows it. */
  readonly reveal: (path: Path) => void;
  readonly close: () => void;
}

interface JsonEditorOptions {
  readonly schema: TemplateSchema;
  readonly canWrite: boolean;
  /** Called with the written text whenever it is a JSON object. */
  readonly onDocument: (document: JsonObject) => void;
  /** Called when the editor has lost the focus. */
  readonly onEnd: () => void;
}

/** Changes that come from elsewhere, which are not to be reported back. */
const fromElsewhere = Annotation.define<boolean>();

/**
 * Opens CodeMirror in a shadow tree of `host`: there it adopts its style sheets, where in the page it would write style
 * elements, which the policy of the page refuses.
 */
export function openJsonEditor(
  host: HTMLElement,
  { schema, canWrite, onDocument, onEnd }: JsonEditorOptions,
): JsonEditor {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  let shown: JsonObject | undefined;
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      extensions: [
        BASICS,
        EditorState.readOnly.of(!canWrite),
        autocompletion({ override: [(context) => suggest(context, schema, shown ?? {})] }),
        EditorView.updateListener.of(({ docChanged, transactions, state }) => {
          if (!docChanged || transactions.some((each) => each.annotation(fromElsewhere))) return;
          const document = objectOf(state.doc.toString());
          if (!document) return;
          shown = document;
          onDocument(document);
        }),
        EditorView.domEventHandlers({ blur: onEnd }),
      ],
    }),
  });
  return {
    show: (document) => {
      if (document === shown) return;
      shown = document;
      const insert = JSON.stringify(document, null, 2);
      if (insert === view.state.doc.toString()) return;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert }, annotations: fromElsewhere.of(true) });
    },
    mark: (faults) => view.dispatch(setDiagnostics(view.state, diagnosticsOf(view.state.doc.toString(), faults))),
    reveal: (path) => reveal(view, path),
    close: () => view.destroy(),
  };
}

function reveal(view: EditorView, path: Path): void {
  const text = view.state.doc.toString();
  if (!objectOf(parsedJson(text))) return;
  const { from } = nearestRange(valueRanges(text), path);
  view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) });
  view.focus();
}

/** Faults of the document where their values stand. A text that is no JSON has a fault of its own. */
function diagnosticsOf(text: string, faults: readonly DraftFault[]): Diagnostic[] {
  if (!objectOf(parsedJson(text)))
    return [{ from: 0, to: Math.min(1, text.length), severity: 'error', message: 'This is no JSON object' }];
  const ranges = valueRanges(text);
  return faults
    .map(({ field, message }): Diagnostic => ({
      ...nearestRange(ranges, pathOfField(field)),
      severity: 'error',
      message,
    }))
    .sort((one, other) => one.from - other.from);
}

/**
 * Properties and values that the schema allows where the cursor is. `document` is the last valid document of the text.
 */
function suggest(context: CompletionContext, schema: TemplateSchema, document: Json) {
  const { state, pos, explicit } = context;
  const word = context.matchBefore(/"?[\w.-]{0,64}/);
  if (!word || (!explicit && word.from === word.to)) return null;
  const before = state.sliceDoc(0, word.from);
  const holder = holderAt(state, word.from);
  const name = /"([^"]*)"\s*:\s*$/.exec(before)?.[1];
  if (name !== undefined) {
    const options = valueSuggestions(schema, document, [...holder, name]).map(optionOf);
    return { from: word.from, to: pos, options };
  }
  if (!/[{,]\s*$/.test(before)) return null;
  const options = propertySuggestions(schema, document, holder).map((suggestion) => ({
    ...optionOf(suggestion),
    label: `"${suggestion.label}"`,
    apply: `"${suggestion.label}": `,
  }));
  return { from: word.from, to: pos, options };
}

function optionOf({ label, detail, info }: Suggestion) {
  return { label, detail, info };
}

/** The path of the object or array around a position of the text. */
function holderAt(state: EditorState, position: number): Path {
  const steps: (string | number)[] = [];
  let node: SyntaxNode | null = syntaxTree(state).resolveInner(position, -1);
  for (; node; node = node.parent) {
    const { parent } = node;
    if (!parent) break;
    if (parent.name === 'Array') steps.unshift(membersBefore(parent, node.from));
    else if (node.name === 'Property' && node.from < position) {
      const key = node.getChild('PropertyName');
      const isInside = steps.length > 0 || isWithinValue(node, position);
      if (key && isInside) steps.unshift(JSON.parse(state.sliceDoc(key.from, key.to)) as string);
    }
  }
  return steps;
}

/** Whether the position is inside of the object or array that is the value of the property. */
function isWithinValue(property: SyntaxNode, position: number): boolean {
  const value = property.getChild('Object') ?? property.getChild('Array');
  return value !== null && value.from < position;
}

function membersBefore(array: SyntaxNode, position: number): number {
  let count = 0;
  for (let node = array.firstChild; node && node.from < position; node = node.nextSibling) {
    if (/^(?:Object|Array|String|Number|True|False|Null)$/.test(node.name)) count++;
  }
  return count;
}

/** Colors as variables of the page, so that they fit both themes. */
const COLORS = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent-text)' },
  { tag: tags.string, color: 'var(--text)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--busy)' },
]);

const THEME = EditorView.theme({
  '&': { height: '100%', fontSize: '12px', color: 'var(--text)', backgroundColor: 'var(--surface)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.5' },
  '.cm-gutters': { color: 'var(--text-muted)', backgroundColor: 'var(--surface)', border: 'none' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--hover) 60%, transparent)' },
  '.cm-content': { caretColor: 'var(--text)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--selected)',
  },
  '.cm-tooltip': {
    border: '1px solid var(--line)',
    borderRadius: '6px',
    color: 'var(--text)',
    backgroundColor: 'var(--surface-raised)',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { color: 'var(--accent-text)', backgroundColor: 'var(--selected)' },
  '.cm-completionInfo': { maxWidth: '280px' },
});

/** Everything of the editor that is the same for every document. */
const BASICS = [
  lineNumbers(),
  drawSelection(),
  highlightActiveLine(),
  bracketMatching(),
  closeBrackets(),
  indentOnInput(),
  lintGutter(),
  json(),
  syntaxHighlighting(COLORS),
  THEME,
  keymap.of([...completionKeymap, ...defaultKeymap, indentWithTab]),
  EditorView.contentAttributes.of({ 'aria-label': 'Template as JSON' }),
];
