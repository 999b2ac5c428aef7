import type { Access } from '../session/may.ts';
import type { IconName } from '../ui/icon.tsx';

export interface Entry {
  to: string;
  label: string;
  icon: IconName;
  /** Hidden from users who may not do this. */
  access?: Access;
}

/** The menu of the console: what is made, what connects, what it costs, who may. */
export const NAVIGATION = [
  {
    label: 'Make',
    entries: [
      { to: '/', label: 'First video', icon: 'start' },
      { to: '/videos', label: 'Videos', icon: 'video' },
      { to: '/templates', label: 'Templates', icon: 'template' },
    ],
  },
  {
    label: 'Account',
    entries: [{ to: '/credits', label: 'Credits', icon: 'credits' }],
  },
] as const satisfies readonly { label: string; entries: readonly Entry[] }[];
