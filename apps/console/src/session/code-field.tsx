import { useState } from 'react';
import { FramewrightError } from '#libs/client';
import { faultOf } from '../ui/error-state.tsx';
import { TextField } from '../ui/field.tsx';

/** Whether the last try was refused for the code of the second factor: it is missing, or it is wrong. */
export function asksForCode(error: Error | null): boolean {
  return error instanceof FramewrightError && error.faults.some(({ field }) => field === 'code');
}

/** Whether a form has the field for the code: from the first time that it was asked for. */
export function useCodeAsked(error: Error | null): boolean {
  const [isAsked, setAsked] = useState(false);
  if (!isAsked && asksForCode(error)) setAsked(true);
  return isAsked;
}

/** The code of the second factor. @param error of the last try, which is shown unless it only asked for the code */
export function CodeField({ error, isRecoveryHidden = false }: { error: Error | null; isRecoveryHidden?: boolean }) {
  const isMissing = error instanceof FramewrightError && error.faults.some(({ code }) => code === 'REQUIRED_FIELD');
  return (
    <TextField
      label="Code"
      hint={
        isRecoveryHidden
          ? 'The six digits that your app shows.'
          : 'The six digits that your app shows, or a recovery code.'
      }
      fault={isMissing ? undefined : faultOf(error, 'code')}
      name="code"
      autoComplete="one-time-code"
      spellCheck={false}
      maxLength={64}
      required
      autoFocus
    />
  );
}

/** The code as a request has it: none where none was asked for. */
export function codeOf(code: string): { code?: string } {
  return code === '' ? {} : { code };
}
