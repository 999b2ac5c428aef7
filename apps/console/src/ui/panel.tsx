import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import styles from './panel.module.css';

/** A part of a page with a name of its own. */
export function Panel({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.panel} aria-label={title}>
      <header className={styles.header}>
        <h2>{title}</h2>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </header>
      <div className={styles.body}>{children}</div>
    </section>
  );
}

/** Panels, fields or figures below each other. */
export function Stack({ gap = 'normal', children }: { gap?: 'small' | 'normal' | 'large'; children: ReactNode }) {
  return <div className={classes(styles.stack, styles[gap])}>{children}</div>;
}

/** Names and values. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
