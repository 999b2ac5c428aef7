import { TextField } from '../../ui/field.tsx';

/** The name by which the user knows a passkey. @param value as the field begins with */
export function PasskeyNameField({ value }: { value: string }) {
  return (
    <TextField
      label="Name"
      hint="What it is kept on: your phone, your computer, a key of your own."
      name="name"
      pattern=".*\S.*"
      maxLength={100}
      defaultValue={value}
      required
      autoFocus
    />
  );
}
