import { TextField } from '../../ui/field.tsx';

/** The present password: a browser that was left open is not enough to take an account over. */
export function CurrentPasswordField({ fault, hint }: { fault: string | undefined; hint?: string }) {
  return (
    <TextField
      label="Current password"
      hint={hint}
      fault={fault}
      name="current_password"
      type="password"
      autoComplete="current-password"
      maxLength={256}
      required
    />
  );
}
