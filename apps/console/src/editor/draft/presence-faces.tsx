import type { PresentUser } from './presence.ts';
import styles from './presence-faces.module.css';

const SHOWN = 3;

/**
 * The other users who have the template open: their initials, and their names for screen readers and under the pointer.
 */
export function PresenceFaces({ others }: { others: readonly PresentUser[] }) {
  const names = others.map(({ name }) => name).join(', ');
  const text = others.length === 0 ? '' : `${names} ${others.length === 1 ? 'has' : 'have'} this template open too`;
  return (
    <div role="status" className={styles.faces} title={text}>
      <span className="visually-hidden">{text}</span>
      {others.slice(0, SHOWN).map(({ user_id, name }) => (
        <span key={user_id} className={styles.face} aria-hidden="true">
          {initialsOf(name)}
        </span>
      ))}
      {others.length > SHOWN && (
        <span className={styles.face} aria-hidden="true">
          +{others.length - SHOWN}
        </span>
      )}
    </div>
  );
}

/** The first letters of the first and the last word. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '');
  const chosen = words.length > 1 ? [words[0]!, words.at(-1)!] : words;
  return chosen.map((word) => String.fromCodePoint(word.codePointAt(0)!).toUpperCase()).join('') || '?';
}
