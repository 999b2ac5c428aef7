import { CopyButton } from './copy-button.tsx';
import styles from './code-block.module.css';

/** A block of code, with a button that copies it. */
export function CodeBlock({ code, label }: { code: string; label: string }) {
  return (
    <figure className={styles.block}>
      <div className={styles.copy}>
        <CopyButton text={code} label={`Copy ${label}`} />
      </div>
      <pre className={styles.code} tabIndex={0} role="region" aria-label={label}>
        {code}
      </pre>
    </figure>
  );
}
