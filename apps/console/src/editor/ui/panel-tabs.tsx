import * as Radix from '@radix-ui/react-tabs';
import { type ReactNode, useState } from 'react';
import styles from './panel-tabs.module.css';

interface PanelTabsProps {
  label: string;
  tabs: readonly { name: string; label: string; content: ReactNode }[];
  /** The tab that is shown at first. Default: the first one. */
  first?: string;
}

/** Tabs that fill a panel. Each scrolls for itself. Only the one that is shown exists. */
export function PanelTabs({ label, tabs, first }: PanelTabsProps) {
  const [name, setName] = useState(first ?? tabs[0]?.name ?? '');
  return (
    <Radix.Root value={name} onValueChange={setName} className={styles.tabs}>
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
