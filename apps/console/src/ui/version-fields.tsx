import { TextAreaField, TextField } from './field.tsx';
import { readForm } from './read-form.ts';

interface Remarks {
  label: string | null;
  note: string | null;
}

/** The fields of what people remark about a version of a template. */
export function VersionFields({ label = null, note = null }: Partial<Remarks>) {
  return (
    <>
      <TextField
        label="Label"
        name="label"
        maxLength={100}
        defaultValue={label ?? ''}
        hint="Such as “Spring campaign”. A version with a label is always kept."
      />
      <TextAreaField label="What is new" name="note" maxLength={2_000} defaultValue={note ?? ''} />
    </>
  );
}

/** Passes the label and the note of a form to the program; null for what it leaves out. */
export function remarksOfVersion(onRemarks: (remarks: Remarks) => void) {
  return readForm(['label', 'note'], ({ label, note }) =>
    onRemarks({ label: label.trim() || null, note: note.trim() || null }),
  );
}
