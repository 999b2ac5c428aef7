import * as Radix from '@radix-ui/react-tabs';
import type { ReactNode } from 'react';
import styles from './tabs.module.css';

interface TabsProps<Name extends string> {
  label: string;
  tabs: readonly { name: Name; label: ReactNode; content: ReactNode }[];
  /** The chosen tab, where it is chosen from outside, for example by the address; with `onChange`. */
  value?: Name;
  onChange?: (name: Name) => void;
}

export function Tabs<Name extends string>({ label, tabs, value, onChange }: TabsProps<Name>) {
  const chosen = value === undefined ? { defaultValue: tabs[0]?.name ?? '' } : { value };
  return (
    <Radix.Root {...chosen} onValueChange={(name) => onChange?.(name as Name)}>
      <Radix.List className={styles.list} aria-label={label}>
        {tabs.map((tab) => (
          <Radix.Trigger key={tab.name} value={tab.name} className={styles.tab}>
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.name} value={tab.name} className={styles.content}>
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
