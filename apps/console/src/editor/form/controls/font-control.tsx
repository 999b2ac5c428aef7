import { useState } from 'react';
import { inText } from '#libs/document';
import { useEditor, useEditorState } from '../../model/editor-model.ts';
import { documentOf } from '../../model/editor-state.ts';
import { ToolButton } from '../../ui/tool-button.tsx';
import { membersOf, withFont } from '../../upload/add-file.ts';
import { ChooseFile } from '../../upload/late-choose-file.ts';
import { fontFacts } from '../../upload/font-facts.ts';
import styles from '../form.module.css';
import type { ControlProps } from './control-props.ts';

/** A family: one that the template provides or the service has, or a font file, which the template then provides. */
export function FontControl({ id, property, field, isFaulty }: ControlProps) {
  const { fonts, change } = useEditor();
  const [isOpen, setOpen] = useState(false);
  const own = useEditorState((state) => membersOf(documentOf(state), 'fonts'));
  const families = [...new Set([...own.map(({ family }) => inText(family)), ...fonts])].filter(
    (family) => family !== '',
  );
  const { value, path } = property;
  return (
    <div className={styles.withButton}>
      <select
        id={id}
        className={styles.select}
        value={typeof value === 'string' ? value : ''}
        aria-invalid={isFaulty || undefined}
        onChange={(event) => property.set(event.target.value === '' ? undefined : event.target.value)}
        onBlur={property.settle}
      >
        <option value="">{inText(field.schema.default ?? 'Default')}</option>
        {typeof value === 'string' && !families.includes(value) && <option value={value}>{value}</option>}
        {families.map((family) => (
          <option key={family} value={family}>
            {family}
          </option>
        ))}
      </select>
      {path && <ToolButton icon="upload" label="Use a font file" onClick={() => setOpen(true)} />}
      <ChooseFile
        title="Use a font file"
        kinds={['font']}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onFile={({ url, name = url.split('/').at(-1)!, font = fontFacts(new ArrayBuffer(0), name) }) =>
          path && change((state) => withFont(state, { kind: 'font', url, name, font }, path))
        }
      />
    </div>
  );
}
