import { useMemo } from 'react';
import { isLayerKind, layerAt, type LayerPath, type Path, sameJson } from '#libs/document';
import { documentOf } from '../model/editor-state.ts';
import { useEditor, useEditorState } from '../model/editor-model.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './form.module.css';
import { DesignForm } from './design/design-form.tsx';
import { hasEffect } from './design/design-groups.ts';
import { FieldRow } from './field-row.tsx';
import { PresetField } from './presets/late-preset-field.ts';
import { Section } from './section.tsx';
import { type Field, layerSections, objectFields } from '../schema/layer-sections.ts';

const PAGE_FIELDS = [
  ...['name', 'when', 'repeat', 'duration', 'auto_duration', 'background_color', 'transition', 'page_audio_url'],
];
const DOCUMENT_FIELDS = [
  'width',
  'height',
  'background_color',
  'poster_time',
  'variables',
  'brand',
  'styles',
  'components',
  'audio',
  'loudness',
  'fonts',
];

/** The form of the layers that are selected, or of the page and the template if none is. */
export function Inspector() {
  const selection = useEditorState((state) => state.selection, sameJson);
  const [path, ...others] = selection;
  if (!path) return <PageForm />;
  if (others.length === 0) return <LayerForm key={path.join('.')} path={path} />;
  return (
    <div className={styles.form} key={selection.join(' ')}>
      <h2 className={styles.title}>{selection.length} layers are selected</h2>
      <DesignForm layers={selection} />
    </div>
  );
}

function LayerForm({ path }: { path: LayerPath }) {
  const { schema } = useEditor();
  const name = useEditorState((state) => layerAt(documentOf(state), path)?.name);
  const kind = useEditorState((state) => layerAt(documentOf(state), path)?.type);
  const layers = useMemo(() => [path], [path]);
  if (kind === undefined) return null;
  return (
    <div className={styles.form}>
      <h2 className={styles.title}>
        <Icon name={isLayerKind(kind) ? kind : 'shape'} />
        {name}
      </h2>
      <DesignForm layers={layers} />
      <Section title="All properties" isOpen={false}>
        {layerSections(schema, kind).map(({ title, fields }) => (
          <section key={title} className={styles.part} aria-label={`All of ${title.toLowerCase()}`}>
            <h4>{title}</h4>
            <LayerRows fields={fields} path={path} />
          </section>
        ))}
      </Section>
    </div>
  );
}

/** The fields of a layer that have an effect on it. */
function LayerRows({ fields, path }: { fields: readonly Field[]; path: LayerPath }) {
  const names = useEditorState((state) => {
    const layer = layerAt(documentOf(state), path);
    return fields.flatMap(({ name }) => (layer && hasEffect(name, layer) ? [name] : []));
  }, sameJson);
  return <Rows fields={fields.filter(({ name }) => names.includes(name))} path={path} />;
}

/** The form of the page that is shown, and of the template. */
function PageForm() {
  const { schema } = useEditor();
  const index = useEditorState((state) => state.page);
  const page = schema.$defs['TemplatePage'];
  return (
    <div className={styles.form}>
      <Section title={`Page ${index + 1}`} isOpen>
        <Rows
          fields={chosen(objectFields(page?.properties ?? {}, page?.required), PAGE_FIELDS, index)}
          path={['pages', index]}
        />
      </Section>
      <Section title="Template" isOpen>
        <Rows fields={chosen(objectFields(schema.properties, schema.required), DOCUMENT_FIELDS)} path={[]} />
      </Section>
    </div>
  );
}

/** The fields with these names. The first page has no transition, because no page comes before it. */
function chosen(fields: readonly Field[], names: readonly string[], page?: number): readonly Field[] {
  return names
    .filter((name) => name !== 'transition' || page !== 0)
    .flatMap((name) => fields.find((field) => field.name === name) ?? []);
}

function Rows({ fields, path }: { fields: readonly Field[]; path: Path }) {
  const { canWrite } = useEditor();
  return (
    <fieldset className={styles.rows} disabled={!canWrite}>
      {fields.map((field) =>
        field.name === 'transition' ? (
          <PresetField key={field.name} field={field} path={[...path, field.name]} place="transition" />
        ) : (
          <FieldRow key={field.name} field={field} path={[...path, field.name]} />
        ),
      )}
    </fieldset>
  );
}
