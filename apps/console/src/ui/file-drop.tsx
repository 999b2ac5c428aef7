import { type DragEvent, useState } from 'react';
import { classes } from './classes.ts';
import styles from './file-drop.module.css';

interface FileDropProps {
  /** The instruction: `Drop a CSV file here, or choose one`. */
  label: string;
  hint?: string;
  /** Extensions and media types, as those of an input. */
  accept?: string;
  isMultiple?: boolean;
  disabled?: boolean;
  onFiles: (files: readonly File[]) => void;
}

/** A place for files: dropped on it, or chosen in the browser's window. */
export function FileDrop({ label, hint, accept, isMultiple = false, disabled = false, onFiles }: FileDropProps) {
  const [isOver, setOver] = useState(false);
  const take = (files: Iterable<File>) => {
    const taken = isMultiple ? [...files] : [...files].slice(0, 1);
    if (taken.length > 0 && !disabled) onFiles(taken);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  return (
    <label
      className={classes(styles.drop, isOver && !disabled && styles.over)}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <input
        type="file"
        className="visually-hidden"
        accept={accept}
        multiple={isMultiple}
        disabled={disabled}
        onChange={(event) => {
          take(event.target.files ?? []);
          event.target.value = ''; // the same file can be chosen again
        }}
      />
      <span className={styles.label}>{label}</span>
      {hint !== undefined && <span className={styles.hint}>{hint}</span>}
    </label>
  );
}
