import type { PointerEventHandler, ReactNode } from 'react';
import styles from './cards.module.css';

/** Things of the same kind by their pictures. */
export function Cards({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={styles.cards} aria-label={label}>
      {children}
    </ul>
  );
}

interface CardProps {
  picture: ReactNode;
  /** A link with the class {@link cardTitle}: a press anywhere on the card opens it. */
  title: ReactNode;
  /** Lines below the title. */
  children?: ReactNode;
  /** Buttons at the end. */
  actions?: ReactNode;
  onPointerEnter?: PointerEventHandler;
  onPointerLeave?: PointerEventHandler;
}

export function Card({ picture, title, children, actions, ...pointer }: CardProps) {
  return (
    <li className={styles.card} {...pointer}>
      {picture}
      <div className={styles.text}>
        <div className={styles.words}>
          {title}
          {children}
        </div>
        {actions !== undefined && actions !== false && <div className={styles.actions}>{actions}</div>}
      </div>
    </li>
  );
}

/** The class of the link that opens a card. */
export const cardTitle = styles.title;
/** The class of a line of facts. */
export const cardFacts = styles.facts;
/** The class of a line that says why something failed. */
export const cardReason = styles.reason;
