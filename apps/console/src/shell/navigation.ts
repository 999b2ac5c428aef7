import type { Right } from '../session/may.ts';
import type { IconName } from '../ui/icon.tsx';

export interface Entry {
  to: string;
  label: string;
  icon: IconName;
  /** Hidden from users who may not do this. */
  access?: Right;
}

/** The menu of the console, by section. */
export const NAVIGATION = [
  {
    label: 'Make',
    entries: [
      { to: '/', label: 'Home', icon: 'home' },
      { to: '/videos', label: 'Videos', icon: 'video' },
      { to: '/batches', label: 'Batches', icon: 'batch' },
      { to: '/templates', label: 'Templates', icon: 'template' },
      { to: '/components', label: 'Components', icon: 'group' },
      { to: '/brand', label: 'Brand', icon: 'brand' },
      { to: '/media', label: 'Media', icon: 'image' },
    ],
  },
  {
    label: 'Connect',
    entries: [
      { to: '/keys', label: 'Keys', icon: 'key', access: 'administer' },
      { to: '/webhooks', label: 'Webhooks', icon: 'webhook' },
      { to: '/requests', label: 'Requests', icon: 'requests' },
    ],
  },
  {
    label: 'Account',
    entries: [
      { to: '/credits', label: 'Credits', icon: 'credits' },
      { to: '/usage', label: 'Usage', icon: 'chart' },
      { to: '/members', label: 'Members', icon: 'members', access: 'administer' },
      { to: '/organization', label: 'Organization', icon: 'organization' },
      { to: '/audit-log', label: 'Audit log', icon: 'audit', access: 'administer' },
    ],
  },
  {
    label: 'Installation',
    entries: [
      { to: '/operator/organizations', label: 'All organizations', icon: 'organization', access: 'operate' },
      { to: '/operator/queue', label: 'Queue', icon: 'batch', access: 'operate' },
      { to: '/operator/renderers', label: 'Renderers', icon: 'operator', access: 'operate' },
      { to: '/operator/failures', label: 'Failures', icon: 'failure', access: 'operate' },
      { to: '/operator/maintenance', label: 'Maintenance', icon: 'power', access: 'operate' },
      { to: '/operator/audit-log', label: 'Installation log', icon: 'audit', access: 'operate' },
    ],
  },
] as const satisfies readonly { label: string; entries: readonly Entry[] }[];

/** The pages for callers of the API, which the server has beside the console. */
export const REFERENCES = [
  { label: 'Documentation', href: '/docs' },
  { label: 'API reference', href: '/v1/docs' },
] as const;

/** The entry of the page at a path, or of the page above it. */
export function entryAt(path: string): Entry | undefined {
  const entries: Entry[] = NAVIGATION.flatMap((group) => [...group.entries]);
  return entries.find(({ to }) => path === to || (to !== '/' && path.startsWith(`${to}/`)));
}
