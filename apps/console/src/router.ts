import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { ErrorPage } from './shell/error-page.tsx';
import { NotFoundPage } from './shell/not-found-page.tsx';
import { Shell } from './shell/shell.tsx';
import {
  deliveryListSearch,
  gallerySearch,
  listSearch,
  templateListSearch,
  templateSearch,
  textSearch,
  videoListSearch,
} from './api/list-search.ts';
import { allAuditSearch, auditSearch } from './api/audit-log.ts';
import { requestSearch } from './api/request-search.ts';
import { periodSearch } from './api/period.ts';
import { failureListSearch } from './api/operator-search.ts';

const root = createRootRoute();
/** Parent of the routes whose pages stand in the shell. */
const inside = createRoute({ getParentRoute: () => root, id: 'inside', component: Shell });

const home = createRoute({
  getParentRoute: () => inside,
  path: '/',
  validateSearch: templateSearch,
  component: lazyRouteComponent(() => import('./pages/home/home-page.tsx'), 'HomePage'),
});
const newVideo = createRoute({
  getParentRoute: () => inside,
  path: '/videos/new',
  validateSearch: templateSearch,
  component: lazyRouteComponent(() => import('./pages/new-video/new-video-page.tsx'), 'NewVideoPage'),
});
const videos = createRoute({
  getParentRoute: () => inside,
  path: '/videos',
  validateSearch: videoListSearch,
  component: lazyRouteComponent(() => import('./pages/videos/videos-page.tsx'), 'VideosPage'),
});
const video = createRoute({
  getParentRoute: () => inside,
  path: '/videos/$id',
  component: lazyRouteComponent(() => import('./pages/videos/video-page.tsx'), 'VideoPage'),
});
const templates = createRoute({
  getParentRoute: () => inside,
  path: '/templates',
  validateSearch: templateListSearch,
  component: lazyRouteComponent(() => import('./pages/templates/templates-page.tsx'), 'TemplatesPage'),
});
const gallery = createRoute({
  getParentRoute: () => inside,
  path: '/templates/new',
  validateSearch: gallerySearch,
  component: lazyRouteComponent(() => import('./pages/gallery/gallery-page.tsx'), 'GalleryPage'),
});
const template = createRoute({
  getParentRoute: () => inside,
  path: '/templates/$id',
  component: lazyRouteComponent(() => import('./pages/templates/template-page.tsx'), 'TemplatePage'),
});
/** The editor fills the window. */
const editor = createRoute({
  getParentRoute: () => root,
  path: '/templates/$id/edit',
  // The id of the video whose request is shown "As a caller".
  validateSearch: (search): { video?: string } =>
    typeof search['video'] === 'string' ? { video: search['video'] } : {},
  component: lazyRouteComponent(() => import('./editor/editor-page.tsx'), 'EditorPage'),
});

const brand = createRoute({
  getParentRoute: () => inside,
  path: '/brand',
  component: lazyRouteComponent(() => import('./pages/brand/brand-page.tsx'), 'BrandPage'),
});
const sharedComponents = createRoute({
  getParentRoute: () => inside,
  path: '/components',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./pages/components/components-page.tsx'), 'ComponentsPage'),
});
const sharedComponent = createRoute({
  getParentRoute: () => inside,
  path: '/components/$name',
  component: lazyRouteComponent(() => import('./pages/components/component-page.tsx'), 'ComponentPage'),
});
const credits = createRoute({
  getParentRoute: () => inside,
  path: '/credits',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./pages/credits/credits-page.tsx'), 'CreditsPage'),
});
const batches = createRoute({
  getParentRoute: () => inside,
  path: '/batches',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./pages/batches/batches-page.tsx'), 'BatchesPage'),
});
const newBatch = createRoute({
  getParentRoute: () => inside,
  path: '/batches/new',
  component: lazyRouteComponent(() => import('./pages/batches/new-batch-page.tsx'), 'NewBatchPage'),
});
const batch = createRoute({
  getParentRoute: () => inside,
  path: '/batches/$id',
  validateSearch: videoListSearch,
  component: lazyRouteComponent(() => import('./pages/batches/batch-page.tsx'), 'BatchPage'),
});
const webhooks = createRoute({
  getParentRoute: () => inside,
  path: '/webhooks',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./pages/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
});
const callbacks = createRoute({
  getParentRoute: () => inside,
  path: '/webhooks/callbacks',
  validateSearch: deliveryListSearch,
  component: lazyRouteComponent(() => import('./pages/webhooks/callbacks-page.tsx'), 'CallbacksPage'),
});
const callback = createRoute({
  getParentRoute: () => inside,
  path: '/webhooks/callbacks/$callback',
  component: lazyRouteComponent(() => import('./pages/webhooks/delivery-page.tsx'), 'CallbackPage'),
});
const webhook = createRoute({
  getParentRoute: () => inside,
  path: '/webhooks/$id',
  validateSearch: deliveryListSearch,
  component: lazyRouteComponent(() => import('./pages/webhooks/webhook-page.tsx'), 'WebhookPage'),
});
const delivery = createRoute({
  getParentRoute: () => inside,
  path: '/webhooks/$id/deliveries/$delivery',
  component: lazyRouteComponent(() => import('./pages/webhooks/delivery-page.tsx'), 'DeliveryPage'),
});
const keys = createRoute({
  getParentRoute: () => inside,
  path: '/keys',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./pages/keys/keys-page.tsx'), 'KeysPage'),
});
const members = createRoute({
  getParentRoute: () => inside,
  path: '/members',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./pages/members/members-page.tsx'), 'MembersPage'),
});
const organization = createRoute({
  getParentRoute: () => inside,
  path: '/organization',
  component: lazyRouteComponent(() => import('./pages/organization/organization-page.tsx'), 'OrganizationPage'),
});
const account = createRoute({
  getParentRoute: () => inside,
  path: '/account',
  component: lazyRouteComponent(() => import('./pages/account/account-page.tsx'), 'AccountPage'),
});
const media = createRoute({
  getParentRoute: () => inside,
  path: '/media',
  validateSearch: textSearch,
  component: lazyRouteComponent(() => import('./pages/media/media-page.tsx'), 'MediaPage'),
});
const usage = createRoute({
  getParentRoute: () => inside,
  path: '/usage',
  validateSearch: periodSearch,
  component: lazyRouteComponent(() => import('./pages/usage/usage-page.tsx'), 'UsagePage'),
});
const auditLog = createRoute({
  getParentRoute: () => inside,
  path: '/audit-log',
  validateSearch: auditSearch,
  component: lazyRouteComponent(() => import('./pages/audit-log/audit-log-page.tsx'), 'AuditLogPage'),
});
const requests = createRoute({
  getParentRoute: () => inside,
  path: '/requests',
  validateSearch: requestSearch,
  component: lazyRouteComponent(() => import('./pages/requests/requests-page.tsx'), 'RequestsPage'),
});
const operatorOrganizations = createRoute({
  getParentRoute: () => inside,
  path: '/operator/organizations',
  validateSearch: textSearch,
  component: lazyRouteComponent(() => import('./pages/operator/organizations-page.tsx'), 'OrganizationsPage'),
});
const operatorOrganization = createRoute({
  getParentRoute: () => inside,
  path: '/operator/organizations/$id',
  component: lazyRouteComponent(() => import('./pages/operator/organization-page.tsx'), 'OneOrganizationPage'),
});
const operatorQueue = createRoute({
  getParentRoute: () => inside,
  path: '/operator/queue',
  component: lazyRouteComponent(() => import('./pages/operator/queue-page.tsx'), 'QueuePage'),
});
const operatorRenderers = createRoute({
  getParentRoute: () => inside,
  path: '/operator/renderers',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./pages/operator/renderers-page.tsx'), 'RenderersPage'),
});
const operatorFailures = createRoute({
  getParentRoute: () => inside,
  path: '/operator/failures',
  validateSearch: failureListSearch,
  component: lazyRouteComponent(() => import('./pages/operator/failures-page.tsx'), 'FailuresPage'),
});
const operatorMaintenance = createRoute({
  getParentRoute: () => inside,
  path: '/operator/maintenance',
  component: lazyRouteComponent(() => import('./pages/operator/maintenance-page.tsx'), 'MaintenancePage'),
});
const operatorAuditLog = createRoute({
  getParentRoute: () => inside,
  path: '/operator/audit-log',
  validateSearch: allAuditSearch,
  component: lazyRouteComponent(() => import('./pages/audit-log/operator-audit-log-page.tsx'), 'OperatorAuditLogPage'),
});
const operatorPages = [
  operatorOrganizations,
  operatorOrganization,
  operatorQueue,
  operatorRenderers,
  operatorFailures,
  operatorMaintenance,
  operatorAuditLog,
] as const;
const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: (search): { from?: string; refused?: string } => ({
    ...(typeof search['from'] === 'string' && { from: search['from'] }),
    ...(typeof search['refused'] === 'string' && { refused: search['refused'] }),
  }),
  component: lazyRouteComponent(() => import('./session/sign-in-page.tsx'), 'SignInPage'),
});
const link = createRoute({
  getParentRoute: () => root,
  path: '/link',
  component: lazyRouteComponent(() => import('./session/link-page.tsx'), 'LinkPage'),
});
const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  component: lazyRouteComponent(() => import('./session/invitation-page.tsx'), 'InvitationPage'),
});
const review = createRoute({
  getParentRoute: () => root,
  path: '/review',
  component: lazyRouteComponent(() => import('./review/review-page.tsx'), 'ReviewPage'),
});
const passwordReset = createRoute({
  getParentRoute: () => root,
  path: '/password-reset',
  component: lazyRouteComponent(() => import('./session/password-reset-page.tsx'), 'PasswordResetPage'),
});

/** The pages of the console and their addresses. Each page is a file of its own, loaded when it is opened. */
export const router = createRouter({
  routeTree: root.addChildren([
    inside.addChildren([
      home,
      newVideo,
      videos,
      video,
      batches,
      newBatch,
      batch,
      templates,
      gallery,
      template,
      brand,
      sharedComponents,
      sharedComponent,
      webhooks,
      callbacks,
      callback,
      webhook,
      delivery,
      keys,
      members,
      organization,
      account,
      media,
      credits,
      usage,
      auditLog,
      requests,
      ...operatorPages,
    ]),
    editor,
    signIn,
    link,
    invitation,
    review,
    passwordReset,
  ]),
  basepath: '/console',
  defaultPreload: 'intent',
  defaultErrorComponent: ErrorPage,
  defaultNotFoundComponent: NotFoundPage,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
