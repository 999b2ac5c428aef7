import { TextField } from '../ui/field.tsx';

export function NewPasswordField({ label }: { label: string }) {
  return (
    <TextField
      label={label}
      hint="At least 12 characters. Several words are easier to remember."
      name="password"
      type="password"
      autoComplete="new-password"
      minLength={12}
      maxLength={256}
      required
    />
  );
}
