import { type ReactNode, useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import styles from './copy-button.module.css';

const SHOWN_MS = 1_600;

/** Puts a text into the clipboard and reports it. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [isCopied, copyIt] = useCopy(text);
  return (
    <button
      type="button"
      className={styles.copy}
      aria-label={isCopied ? 'Copied' : label}
      title={label}
      onClick={copyIt}
    >
      <Icon name={isCopied ? 'check' : 'copy'} />
      <span className="visually-hidden" role="status">
        {isCopied ? 'Copied' : ''}
      </span>
    </button>
  );
}

/** A button that puts a text into the clipboard and reports it. */
export function CopyTextButton({ text, children }: { text: string; children: ReactNode }) {
  const [isCopied, copyIt] = useCopy(text);
  return (
    <Button onClick={copyIt}>
      <Icon name={isCopied ? 'check' : 'copy'} />
      <span role="status">{isCopied ? 'Copied' : children}</span>
    </Button>
  );
}

/** Whether a text has just been copied, and the function that copies it. */
function useCopy(text: string): readonly [boolean, () => void] {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return [isCopied, () => void copy(text).then(setCopied)];
}

/** An id as it is sent, with a button that copies it. */
export function CopyableId({ id, label }: { id: string; label: string }) {
  return (
    <span className={styles.id}>
      <code>{id}</code>
      <CopyButton text={id} label={label} />
    </span>
  );
}

/** Copies a text. Browsers have a clipboard on https and localhost only; elsewhere a selection is copied. */
async function copy(text: string): Promise<boolean> {
  const { clipboard } = navigator as { clipboard?: Clipboard };
  if (clipboard) {
    return clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  }
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'visually-hidden';
  document.body.append(field);
  field.select();
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- the only way on plain http
  const copied = document.execCommand('copy');
  field.remove();
  return Promise.resolve(copied);
}
