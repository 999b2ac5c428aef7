import type { ReactNode } from 'react';
import { useTitle } from '../ui/use-title.ts';
import styles from './entrance.module.css';
import { Logo } from './logo.tsx';

/** The layout of the pages before signing in. */
export function Entrance({ title, children }: { title: string; children: ReactNode }) {
  useTitle(title);
  return (
    <main className={styles.entrance}>
      <Logo />
      <div className={styles.card}>
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  );
}
