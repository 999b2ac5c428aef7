import { useState, type ReactNode } from 'react';
import { layerAt, type LayerPath, type Path, sameJson } from '#libs/document';
import { documentOf } from '../model/editor-state.ts';
import { useEditor, useEditorState } from '../model/editor-model.ts';
import styles from './form.module.css';
import { FieldRow } from './field-row.tsx';
import { type Field, layerSections, objectFields } from '../schema/layer-sections.ts';
import { Icon } from '../../ui/icon.tsx';

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

/** The form of the layer that is selected, or of the page and the template if none is. */
export function Inspector() {
  const [path, ...others] = useEditorState((state) => state.selection, sameJson);
  if (!path) return <PageForm />;
  if (others.length === 0) return <LayerForm key={path.join('.')} path={path} />;
  return (
    <p className={styles.note}>{others.length + 1} layers are selected. Move, align, group or delete them together.</p>
  );
}

function LayerForm({ path }: { path: LayerPath }) {
  const { schema } = useEditor();
  const name = useEditorState((state) => layerAt(documentOf(state), path)?.name);
  const kind = useEditorState((state) => layerAt(documentOf(state), path)?.type);
  if (kind === undefined) return null;
  return (
    <div className={styles.form}>
      <h2 className={styles.title}>{name}</h2>
      {layerSections(schema, kind).map(({ title, fields }, index) => (
        <Section key={title} title={title} isOpen={index < 3}>
          <Rows fields={fields} path={path} />
        </Section>
      ))}
    </div>
  );
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
      {fields.map((field) => (
        <FieldRow key={field.name} field={field} path={[...path, field.name]} />
      ))}
    </fieldset>
  );
}

function Section({ title, isOpen, children }: { title: string; isOpen: boolean; children: ReactNode }) {
  const [open, setOpen] = useState(isOpen);
  return (
    <section className={styles.section} aria-label={title}>
      <h3>
        <button type="button" className={styles.fold} aria-expanded={open} onClick={() => setOpen(!open)}>
          <Icon name="chevron" size={12} />
          {title}
        </button>
      </h3>
      {open && children}
    </section>
  );
}
