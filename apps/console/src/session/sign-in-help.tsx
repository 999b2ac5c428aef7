import { CodeBlock } from '../ui/code-block.tsx';
import styles from './sign-in-help.module.css';

/** The ways in for a user who has no password, or has forgotten it. */
export function SignInHelp() {
  return (
    <details className={styles.help}>
      <summary>No password, or forgotten?</summary>
      <div className={styles.ways}>
        <p>If you run Framewright yourself, this prints a link that signs you in once:</p>
        <CodeBlock code="npm run --silent operator -- console-link" label="the command" />
        <p>
          Otherwise ask the operator of this installation: <code>operator password-reset</code> makes a link that sets a
          new password.
        </p>
      </div>
    </details>
  );
}
