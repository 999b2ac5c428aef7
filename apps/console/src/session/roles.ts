import type { components } from '#libs/client';

export type Role = components['schemas']['Member']['role'];

/** Names of the roles, and what each may do. */
export const ROLE_TEXTS = {
  owner: { label: 'Owner', may: 'Also manages keys, members and the organization' },
  editor: { label: 'Editor', may: 'Makes templates, videos and webhooks' },
  viewer: { label: 'Viewer', may: 'Looks and changes nothing' },
} as const satisfies Record<Role, { label: string; may: string }>;
