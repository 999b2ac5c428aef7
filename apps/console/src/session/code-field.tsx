import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { FramewrightError } from '#libs/client';
import { Button } from '../ui/button.tsx';
import { ErrorNote, faultOf } from '../ui/error-state.tsx';
import { TextField } from '../ui/field.tsx';
import { Stack } from '../ui/panel.tsx';
import { type PasskeyProof, showPasskey, usePasskeys } from './passkeys.ts';

/** Whether the last try was refused for the second factor: it is missing, or it is wrong. */
export function asksForCode(error: Error | null): boolean {
  return error instanceof FramewrightError && error.faults.some(({ field }) => field === 'code' || field === 'passkey');
}

/** Whether a form has the field for the code: from the first time that it was asked for. */
export function useCodeAsked(error: Error | null): boolean {
  const [isAsked, setAsked] = useState(false);
  if (!isAsked && asksForCode(error)) setAsked(true);
  return isAsked;
}

/** A passkey that the user shows in a form instead of a code. Each answer of it counts once, for the try after it. */
export function usePasskeyProof() {
  const ask = useMutation({ mutationFn: showPasskey });
  /** The fields with which a request proves the second factor: none where none was asked for. */
  const proofWith = (code: string): { code?: string; passkey?: PasskeyProof } => {
    if (ask.data) return { passkey: ask.data };
    return code === '' ? {} : { code };
  };
  return { ask, proofWith };
}

interface CodeFieldProps {
  /** The error of the last try, which is shown unless it only asked for the code. */
  error: Error | null;
  /** The passkey that may be shown instead of a code. */
  proof: ReturnType<typeof usePasskeyProof>;
}

/** The second factor: a code, or a passkey. */
export function CodeField({ error, proof: { ask } }: CodeFieldProps) {
  const { isHere } = usePasskeys();
  const isMissing = error instanceof FramewrightError && error.faults.some(({ code }) => code === 'REQUIRED_FIELD');
  const fault = isMissing ? undefined : (faultOf(error, 'code') ?? faultOf(error, 'passkey'));
  if (ask.data)
    return (
      <p role="status">
        Your passkey is ready.{' '}
        <Button look="quiet" size="small" onClick={ask.reset}>
          Enter a code instead
        </Button>
      </p>
    );
  return (
    <Stack gap="small">
      <TimedCodeField hint="The six digits that your app shows, or a recovery code." fault={fault} />
      {isHere && (
        <div>
          <Button size="small" isBusy={ask.isPending} onClick={() => ask.mutate()}>
            Use a passkey instead
          </Button>
        </div>
      )}
      {ask.error && <ErrorNote error={ask.error} />}
    </Stack>
  );
}

/** The field for a code. */
export function TimedCodeField({ hint, fault }: { hint: string; fault: string | undefined }) {
  return (
    <TextField
      label="Code"
      hint={hint}
      fault={fault}
      name="code"
      autoComplete="one-time-code"
      spellCheck={false}
      maxLength={64}
      required
      autoFocus
    />
  );
}
