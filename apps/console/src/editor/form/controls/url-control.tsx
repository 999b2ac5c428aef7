import { useState } from 'react';
import { ToolButton } from '../../ui/tool-button.tsx';
import { ChooseFile } from '../../upload/late-choose-file.ts';
import styles from '../form.module.css';
import { TextControl } from './text-control.tsx';
import type { ControlProps } from './control-props.ts';

/** The address of a file, and a button that uploads one or chooses one that was uploaded. */
export function UrlControl(props: ControlProps) {
  const { field, property } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles.withButton}>
      <TextControl {...props} />
      <ToolButton
        icon="upload"
        label={`Choose a file for ${field.label.toLowerCase()}`}
        onClick={() => setOpen(true)}
      />
      <ChooseFile
        title={field.label}
        kinds={[]}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onFile={({ url }) => {
          property.set(url);
          property.settle();
        }}
      />
    </div>
  );
}
