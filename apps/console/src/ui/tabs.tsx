import * as Radix from '@radix-ui/react-tabs';
import type { ReactNode } from 'react';
import styles from './tabs.module.css';

interface TabsProps<Name extends string> {
  label: string;
  tabs: readonly { name: Name; label: ReactNode; content: ReactNode }[];
  /** The tab that is shown at first. Default: the first one. */
  first?: Name;
  /** The chosen tab, if the parent chooses it, for example by the address. It needs `onChange`. */
  value?: Name;
  onChange?: (name: Name) => void;
  /** Whether the tabs fill their panel; each then scrolls for itself. */
  isPanel?: boolean;
}

/** Tabs. Only the one that is shown exists. */
export function Tabs<Name extends string>({ label, tabs, first, value, onChange, isPanel }: TabsProps<Name>) {
  const chosen = value === undefined ? { defaultValue: first ?? tabs[0]?.name ?? '' } : { value };
  const choose = (name: string) => {
    const tab = tabs.find((each) => each.name === name);
    if (tab) onChange?.(tab.name);
  };
  return (
    <Radix.Root {...chosen} onValueChange={choose} className={isPanel ? styles.panel : undefined}>
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
