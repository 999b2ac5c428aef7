import { TextField } from '../ui/field.tsx';

export function NewPasswordField({ label, fault }: { label: string; fault?: string | undefined }) {
  return (
    <TextField
      label={label}
      hint="At least 12 characters. Several words are easier to remember."
      fault={fault}
      name="password"
      type="password"
      autoComplete="new-password"
      minLength={12}
      maxLength={256}
      required
    />
  );
}
