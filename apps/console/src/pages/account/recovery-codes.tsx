import { ShownOnce } from '../../ui/shown-once.tsx';

/** The recovery codes, which are shown only now. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <ShownOnce code={codes.join('\n')} label="the recovery codes" done="I have stored them" onDone={onDone}>
      Each of them stands once for your passkey or the code of your app, for the day on which you have neither. They are
      shown only now: print them, or store them beside your password.
    </ShownOnce>
  );
}
