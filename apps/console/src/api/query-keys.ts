import type { Video } from '#libs/client';

/**
 * The key of every query. A key invalidates the queries whose keys begin with it: `TEMPLATES.all` all that show
 * templates.
 */
export const SESSION = {
  /** Read again when the session has ended: the response then leads to the sign-in page. */
  own: ['session'],
  /** Whether the session has ended under the page. */
  ended: ['session-ended'],
  invitation: ['invitation'],
  options: ['sign-in-options'],
  invitations: ['own-invitations'],
  all: ['own-sessions'],
  factor: ['second-factor'],
  passkeys: ['passkeys'],
  qrCode: (text: string) => ['qr-code', text],
  link: ['link'],
} as const;

export const TEMPLATES = {
  all: ['templates'],
  choices: ['templates', 'choices'],
  list: (search: object) => ['templates', 'list', search],
  one: (id: string, version?: number) => ['templates', id, version ?? 'newest'],
  rendered: (id: string, version: number) => ['templates', id, 'rendered', version],
  versions: (id: string, offset: number) => ['templates', id, 'versions', offset],
  fields: (id: string, version: number) => ['templates', id, 'fields', version],
  draft: (id: string) => ['draft', id],
  draftFields: (id: string, revision: number) => ['draft', id, 'fields', revision],
  schema: ['template-schema'],
} as const;

export const STARTERS = {
  one: (name: string) => ['starters', name],
} as const;

export const BRAND = {
  own: ['brand'],
  components: ['components'],
  componentLists: ['components', 'list'],
  componentList: (offset: number) => ['components', 'list', offset],
  component: (name: string, version?: number) => ['components', 'one', name, version ?? 'newest'],
  componentVersions: (name: string, offset: number) => ['components', 'one', name, 'versions', offset],
} as const;

export const VIDEOS = {
  lists: ['videos', 'list'],
  list: (search: object) => ['videos', 'list', search],
  one: (id: string) => ['videos', id],
  details: ({ id, status }: Pick<Video, 'id' | 'status'>) => ['videos', id, 'details', status],
  /** The values that the request of a video changed. */
  changes: (id: string | undefined) => ['videos', id, 'changes'],
} as const;

export const REVIEWS = {
  shared: ['review'],
  comments: (videoId: string) => ['reviews', videoId, 'comments'],
  links: (videoId: string) => ['reviews', videoId, 'links'],
} as const;

export const BATCHES = {
  all: ['batches'],
  lists: ['batches', 'list'],
  list: (offset: number) => ['batches', 'list', offset],
  one: (id: string) => ['batches', id],
} as const;

export const ASSETS = {
  all: ['assets'],
  list: (search: object) => ['assets', 'list', search],
  choices: ['assets', 'choices'],
  usage: ['assets', 'usage'],
  fonts: ['fonts'],
} as const;

export const WEBHOOKS = {
  lists: ['webhooks', 'list'],
  list: (offset: number) => ['webhooks', 'list', offset],
  one: (id: string) => ['webhooks', id],
  deliveries: (id: string) => ['webhooks', id, 'deliveries'],
  deliveryList: (id: string, search: object) => ['webhooks', id, 'deliveries', search],
  delivery: (id: string, deliveryId: string) => ['webhooks', id, 'deliveries', deliveryId],
  callbacks: ['callbacks'],
  callbackList: (search: object) => ['callbacks', 'list', search],
  callback: (id: string) => ['callbacks', id],
  deliveriesOfVideo: ({ id, status }: Pick<Video, 'id' | 'status'>) => ['webhooks', 'deliveries-of', id, status],
} as const;

export const CREDITS = {
  all: ['credits'],
  alert: ['credits', 'alert'],
  transactions: (offset: number) => ['credits', 'transactions', offset],
  days: (period: string) => ['credits', 'days', period],
} as const;

export const ORGANIZATION = {
  own: ['organization'],
  members: ['members'],
  memberList: (offset: number) => ['members', offset],
  invitations: ['invitations'],
  keys: ['keys'],
  keyList: (offset: number) => ['keys', offset],
  usage: (period: string, of = '') => ['usage', period, of],
  usageSplit: (by: string, period: string, offset: number) => ['usage', 'by', by, period, offset],
  auditLog: (search: object) => ['audit-log', search],
  requests: (search: object) => ['requests', search],
} as const;

export const OPERATOR = {
  all: ['operator'],
  organizations: ['operator', 'organizations'],
  organizationList: (search: object) => ['operator', 'organizations', search],
  organization: (id: string) => ['operator', 'organizations', 'one', id],
  grants: (organizationId: string) => ['operator', 'grants', organizationId],
  queue: ['operator', 'queue'],
  failures: (search: object) => ['operator', 'failures', search],
  renderers: (offset: number) => ['operator', 'renderers', offset],
  maintenance: ['operator', 'maintenance'],
  auditLog: (search: object) => ['operator', 'audit-log', search],
} as const;
