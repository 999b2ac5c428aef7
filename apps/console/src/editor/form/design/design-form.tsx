import { type JsonObject, layerAt, type LayerPath, sameJson } from '#libs/document';
import { useEditor, useEditorState } from '../../model/editor-model.ts';
import { documentOf, type EditorState } from '../../model/editor-state.ts';
import { type Field, layerSections } from '../../schema/layer-sections.ts';
import type { TemplateSchema } from '../../schema/template-schema.ts';
import { FieldRow } from '../field-row.tsx';
import { Section } from '../section.tsx';
import { PresetField } from '../presets/late-preset-field.ts';
import { DesignField } from './design-field.tsx';
import { DESIGN_GROUPS, hasEffect, SHOWN_AGAIN } from './design-groups.ts';
import styles from './design.module.css';

const MOTIONS = ['enter', 'exit', 'loop_animation'] as const;
/** Controls of several lines, which show one layer only. */
const OF_ONE = new Set(['object', 'list', 'map', 'url', 'shadows', 'time', 'values']);

/** The properties of the selected layers that people change most: those that all of the layers have. */
export function DesignForm({ layers }: { layers: readonly LayerPath[] }) {
  const { schema, canWrite } = useEditor();
  const shown = useEditorState((state) => shownRows(state, schema, layers), sameJson);
  const fields = useFields(layers);
  return shown.map(({ title, rows }) => (
    <Section key={title} title={title} isOpen>
      <fieldset className={styles.group} disabled={!canWrite}>
        {rows.map((names) => (
          <div key={names.join()} className={styles.row}>
            {names.map((name) => {
              const field = fields.get(name)!;
              const [first] = layers;
              const place = MOTIONS.find((each) => each === name);
              if (place) return <PresetField key={name} field={field} path={[...first!, name]} place={place} />;
              return OF_ONE.has(field.control.kind) || (field.control.kind === 'text' && field.control.lines) ? (
                <FieldRow key={name} field={field} path={[...first!, name]} />
              ) : (
                <DesignField key={name} name={name} field={field} layers={layers} isNarrow={names.length > 1} />
              );
            })}
          </div>
        ))}
      </fieldset>
    </Section>
  ));
}

/** The fields that all layers have, by name. */
function useFields(layers: readonly LayerPath[]): ReadonlyMap<string, Field> {
  const { schema } = useEditor();
  const kinds = useEditorState((state) => kindsOf(state, layers), sameJson);
  return commonFields(schema, kinds);
}

function kindsOf(state: EditorState, layers: readonly LayerPath[]): readonly string[] {
  return [...new Set(layers.map((path) => layerAt(documentOf(state), path)?.type ?? ''))];
}

/** Cache of the fields, by the kinds of the layers: every change of the document asks for them. */
const known = new WeakMap<TemplateSchema, Map<string, ReadonlyMap<string, Field>>>();

/** The fields that layers of all kinds have, by name. */
function commonFields(schema: TemplateSchema, kinds: readonly string[]): ReadonlyMap<string, Field> {
  const ofSchema = known.get(schema) ?? new Map<string, ReadonlyMap<string, Field>>();
  known.set(schema, ofSchema);
  const fields = ofSchema.get(kinds.join()) ?? fieldsOf(schema, kinds);
  ofSchema.set(kinds.join(), fields);
  return fields;
}

function fieldsOf(schema: TemplateSchema, kinds: readonly string[]): ReadonlyMap<string, Field> {
  const [first, ...others] = kinds.map((kind) => layerSections(schema, kind).flatMap((section) => section.fields));
  const names = others.map((fields) => new Set(fields.map(({ name }) => name)));
  const common = (first ?? []).filter(({ name }) => names.every((each) => each.has(name)));
  const byName = new Map(common.map((field) => [field.name, field]));
  const again = Object.entries(SHOWN_AGAIN).flatMap(([name, of]): [string, Field][] => {
    const field = byName.get(of);
    return field ? [[name, field]] : [];
  });
  return new Map([...byName, ...again]);
}

/** The groups with the properties that the layers have and that have an effect on them. */
function shownRows(state: EditorState, schema: TemplateSchema, layers: readonly LayerPath[]) {
  const fields = commonFields(schema, kindsOf(state, layers));
  const document = documentOf(state);
  const all = layers.flatMap((path) => layerAt(document, path) ?? []);
  const isShown = (name: string) => {
    const field = fields.get(name);
    if (!field || (layers.length > 1 && OF_ONE.has(field.control.kind))) return false;
    if (layers.length > 1 && name === 'text') return false;
    return all.some((layer) => hasEffect(name, layer)) && !isLaidOut(document, layers, name);
  };
  return DESIGN_GROUPS.map(({ title, rows }) => ({
    title,
    rows: rows.map((names) => names.filter(isShown)).filter((names) => names.length > 0),
  })).filter(({ rows }) => rows.length > 0);
}

/** Whether a stack decides the place of the layers. */
function isLaidOut(document: JsonObject, layers: readonly LayerPath[], name: string): boolean {
  if (name !== 'x' && name !== 'y') return false;
  return layers.every((path) => {
    const inFlow = layerAt(document, path)?.['in_flow'] !== false;
    return inFlow && layerAt(document, path.slice(0, -2))?.type === 'stack';
  });
}
