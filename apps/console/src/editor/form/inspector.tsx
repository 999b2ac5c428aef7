import { useState, type ReactNode } from 'react';
import { layerAt, type Path } from '#libs/document';
import { useEditor } from '../editor-model.ts';
import styles from './form.module.css';
import { FieldRow } from './field-row.tsx';
import { type Field, layerSections, objectFields } from './layer-sections.ts';
import { ToolIcon } from '../ui/tool-icon.tsx';

const PAGE_FIELDS = ['name', 'duration', 'background_color', 'transition', 'page_audio_url'];
const DOCUMENT_FIELDS = ['width', 'height', 'background_color', 'poster_time', 'variables', 'audio', 'fonts'];

/** The form of the layer that is selected, or of the page and the template if none is. */
export function Inspector() {
  const { document, state, schema } = useEditor();
  const [path] = state.selection;
  if (state.selection.length > 1) {
    return (
      <p className={styles.note}>
        {state.selection.length} layers are selected. Move, align, group or delete them together.
      </p>
    );
  }
  if (path) {
    const layer = layerAt(document, path);
    if (!layer) return null;
    return (
      <div key={path.join('.')} className={styles.form}>
        <h2 className={styles.title}>{layer.name}</h2>
        {layerSections(schema, layer.type).map(({ title, fields }, index) => (
          <Section key={title} title={title} isOpen={index < 3}>
            <Rows fields={fields} path={path} />
          </Section>
        ))}
      </div>
    );
  }
  const page = schema.$defs['TemplatePage'];
  return (
    <div className={styles.form}>
      <Section title={`Page ${state.page + 1}`} isOpen>
        <Rows
          fields={chosen(objectFields(page?.properties ?? {}, page?.required), PAGE_FIELDS, state.page)}
          path={['pages', state.page]}
        />
      </Section>
      <Section title="Template" isOpen>
        <Rows fields={chosen(objectFields(schema.properties, schema.required), DOCUMENT_FIELDS)} path={[]} />
      </Section>
    </div>
  );
}

/** The first page has no transition: no page comes before it. */
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
          <ToolIcon name="chevron" size={12} />
          {title}
        </button>
      </h3>
      {open && children}
    </section>
  );
}
