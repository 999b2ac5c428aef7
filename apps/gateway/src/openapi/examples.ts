import {
  Asset,
  AssetUsage,
  CreatorInUse,
  Balance,
  BalanceAlert,
  Batch,
  type BatchVideos,
  BatchValidation,
  CallbackRecovery,
  CallbackSecret,
  ComponentUse,
  ComponentVersion,
  CreateBatchBody,
  CreateComponentBody,
  CreateVideoBody,
  CreateWebhookBody,
  CreditDays,
  CreditTransaction,
  DuplicateTemplateBody,
  FontList,
  FrameBody,
  LabelVersionBody,
  ListedVideo,
  ManifestEntry,
  OrganizationBrand,
  PublishDraftBody,
  RecoverWebhookBody,
  SaveBrandBody,
  SaveDraftBody,
  SharedComponent,
  shippedFontList,
  Template,
  TemplateDraft,
  TemplatePresence,
  TemplateField,
  LowBalance,
  TemplateInUse,
  TemplateUsage,
  TemplateVersion,
  UpdateTemplateBody,
  UpdateWebhookBody,
  Usage,
  type UsageCounts,
  Video,
  type VideoStatus,
  ValidateVideoBody,
  VideoDetails,
  VideoValidation,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryDetails,
  WebhookRecovery,
  WebhookWithSecret,
} from '#libs/contracts';
import { Component, type Shape, TemplateDocument } from '#libs/template';

const VIDEO_ID = '0d7c1f6e-3b52-4c8e-9a7d-6f1e2b3c4d5e';
const CREATOR = { type: 'key', id: '5b9d2f7a-1c3e-4a6b-8d0f-2e4c6a8b0d1f', name: 'Web shop' } as const;
const TEMPLATE_ID = '7a3f2f5c-92b6-4f0e-8d55-0f8f6c1b2a10';
const ASSET_ID = '4e8a2c6d-0b1f-4d3e-9a5c-7f6e8d9c0b1a';
const BATCH_ID = '2f6a9c1e-8b3d-4e57-9a10-7c5e3d2b1f08';
const WEBHOOK_ID = 'c2a4e6f8-1357-4bdf-9bdf-02468ace1357';
export const ORG_ID = '5b1f0d8a-4f0e-4b7c-8a45-2f3d1c0b9a87';
const CREATED = '2026-11-21T12:00:00.000Z';
const STARTED = '2026-11-21T12:00:00.412Z';
const FINISHED = '2026-11-21T12:00:09.731Z';
const EXPIRES = '2026-12-21T12:00:09.731Z';
const FILE = 'https://files.example.com/videos/0d7c1f6e-3b52-4c8e-9a7d-6f1e2b3c4d5e/4kQ9xZpT2mVb7NwLr0HcYd';

const EXAMPLE_OF_VIDEO_REQUEST = {
  template_id: TEMPLATE_ID,
  format: 'mp4',
  fps: 24,
  modifications: {
    pages: [{ number: 1, layers: [{ name: 'headline', text: 'Only this week.' }] }],
    variables: { accent: '#1f8a83' },
  },
  metadata: 'order-1234',
} as const;

/** An example of a video in a status. */
export function exampleVideo(status: VideoStatus): Video {
  const done = status === 'COMPLETED';
  const ended = status !== 'PROCESSING';
  return {
    id: VIDEO_ID,
    status,
    self: `https://api.example.com/v1/videos/${VIDEO_ID}`,
    video_url: `${FILE}.mp4`,
    metadata: 'order-1234',
    webhook_url: null,
    created_at: CREATED,
    updated_at: ended ? FINISHED : STARTED,
    template_id: TEMPLATE_ID,
    template_version: 1,
    size: 'default',
    format: 'mp4',
    fps: 24,
    width: 1920,
    height: 1080,
    duration: 10,
    credits: 10,
    test: false,
    progress: done ? 100 : 40,
    eta_seconds: ended ? null : 6,
    file_size: done ? 2_483_911 : null,
    poster_url: done ? `${FILE}.jpg` : null,
    error: errorOfExample(status),
    started_at: STARTED,
    finished_at: ended ? FINISHED : null,
    expires_at: done ? EXPIRES : null,
    batch_id: null,
    batch_row: null,
  };
}

function errorOfExample(status: VideoStatus): Video['error'] {
  if (status === 'CANCELED') return { code: 'CANCELED', message: 'The video was canceled', retryable: false };
  if (status !== 'FAILED') return null;
  const message = 'pages[0].layers[2] "logo": the image responded with status 404';
  return { code: 'ASSET_FETCH_FAILED', message, retryable: false };
}

/** An example of a video that has just been accepted. */
export function exampleOfAcceptedVideo(): Video {
  const notBegun = { updated_at: CREATED, progress: 0, eta_seconds: null, started_at: null };
  return Object.assign(exampleVideo('PROCESSING'), notBegun);
}

/** An example of a video that has just taken the place of a failed one. */
export function exampleOfCorrectedVideo(): Video {
  return Object.assign(exampleOfAcceptedVideo(), { batch_id: BATCH_ID, batch_row: 2 });
}

/** An example of a batch whose videos have come so far. */
function exampleOfBatch(videos: Omit<BatchVideos, 'total'>): Batch {
  const { processing, completed, failed, canceled } = videos;
  const isFinished = processing === 0;
  return {
    id: BATCH_ID,
    status: isFinished ? 'FINISHED' : 'PROCESSING',
    self: `https://api.example.com/v1/batches/${BATCH_ID}`,
    name: 'Autumn offers',
    metadata: null,
    webhook_url: null,
    template_id: TEMPLATE_ID,
    template_version: 1,
    format: 'mp4',
    test: false,
    retry_of: null,
    videos: { total: 2, ...videos },
    credits: { total: 20, held: 10 * processing, captured: 10 * completed, released: 10 * (failed + canceled) },
    progress: isFinished ? 100 : 0,
    created_at: CREATED,
    canceled_at: canceled > 0 ? STARTED : null,
    finished_at: isFinished ? FINISHED : null,
  };
}

const NO_VIDEOS = { processing: 0, completed: 0, failed: 0, canceled: 0 };
/** An example of a batch whose videos have ended. */
export const EXAMPLE_OF_FINISHED_BATCH = exampleOfBatch({ ...NO_VIDEOS, completed: 1, failed: 1 });
/** An example of a batch that has just been accepted. */
export const EXAMPLE_OF_ACCEPTED_BATCH = exampleOfBatch({ ...NO_VIDEOS, processing: 2 });
/** An example of a batch whose cancellation has just been requested. */
export const EXAMPLE_OF_CANCELED_BATCH: Batch = Object.assign(exampleOfBatch({ ...NO_VIDEOS, processing: 2 }), {
  canceled_at: STARTED,
});
/** An example of a batch that renders again what failed in another one. */
export const EXAMPLE_OF_RETRIED_BATCH: Batch = Object.assign(exampleOfBatch({ ...NO_VIDEOS, processing: 1 }), {
  id: '6d0b4f7a-1c2e-4d3f-8a5b-9e8d7c6b5a40',
  self: 'https://api.example.com/v1/batches/6d0b4f7a-1c2e-4d3f-8a5b-9e8d7c6b5a40',
  retry_of: BATCH_ID,
  videos: { ...NO_VIDEOS, total: 1, processing: 1 },
  credits: { total: 10, held: 10, captured: 0, released: 0 },
});

export const EXAMPLE_OF_TEMPLATE_USAGE: TemplateUsage = {
  templates: 1,
  bytes: 1_204,
  max_templates: 1_000,
  max_bytes: 1_000_000_000,
};
export const EXAMPLE_OF_ASSET_USAGE: AssetUsage = {
  files: 1,
  bytes: 184_211,
  max_files: 10_000,
  max_bytes: 10_000_000_000,
  max_file_size: 100_000_000,
};

/** An example of a manifest. */
export const EXAMPLE_OF_MANIFEST: ManifestEntry[] = [
  {
    row: 1,
    size: 'default',
    video_id: VIDEO_ID,
    status: 'COMPLETED',
    video_url: `${FILE}.mp4`,
    error: null,
    metadata: 'order-1',
    cells: { Slogan: 'Only this week.', Color: '#1f8a83', Order: 'order-1', Photo: null },
  },
  {
    row: 2,
    size: 'default',
    video_id: '8e2d1c0b-7a69-4f58-9e47-3d6c5b4a3928',
    status: 'FAILED',
    video_url: null,
    error: {
      code: 'ASSET_FETCH_FAILED',
      message: 'pages[0].layers[0] "photo": the image responded with status 404',
      retryable: false,
    },
    metadata: null,
    cells: { Slogan: 'Back again.', Color: null, Order: null, Photo: 'https://example.com/missing.jpg' },
  },
];

/** An example of a video in a list. */
function exampleOfListedVideo(): ListedVideo {
  return Object.assign(exampleVideo('COMPLETED'), {
    created_date: CREATED,
    template_name: DOCUMENT.name,
    created_by: CREATOR,
  });
}

const DOCUMENT = {
  name: 'Product promo',
  width: 1920,
  height: 1080,
  variables: { accent: { type: 'color', default: '#e07b39' } },
  pages: [
    {
      number: 1,
      duration: 10,
      background_color: 'linear-gradient(90deg, #0c1030, #1f5a63)',
      layers: [
        { name: 'photo', type: 'image', source_url: 'https://example.com/photo.jpg', width: '50%' },
        {
          name: 'headline',
          type: 'text',
          text: 'Dusk, on demand.',
          x: '50%',
          font_size: 96,
          text_color: '{{accent}}',
          enter: { type: 'slide', direction: 'up', duration: 0.6 },
        },
      ],
    },
  ],
};

/** The families of the example: one with a file for each weight, and one with a variable font. */
const FONTS_OF_EXAMPLE = ['Inter', 'Noto Sans Arabic'];

const WEBHOOK: Webhook = {
  id: WEBHOOK_ID,
  org_id: ORG_ID,
  url: 'https://example.com/hooks/framewright',
  events: ['video.finished', 'video.failed'],
  enabled: true,
  created_at: '2026-11-21T12:00:00Z',
  updated_at: '2026-11-21T12:00:00Z',
  disabled_reason: null,
};

const SECRET = 'whsec_ZXhhbXBsZS1leGFtcGxlLWV4YW1wbGUtZXhhbXBsZS0=';

const DELIVERY: WebhookDelivery = {
  id: '3f9a1b7c-5d2e-4a68-b0c4-8e7d6f5a4b3c',
  event_id: 'evt_6f1e2b3c4d5e4f6a8b9c0d1e2f3a4b5c',
  type: 'video.finished',
  url: 'https://example.com/hooks/framewright',
  video_id: VIDEO_ID,
  batch_id: null,
  alert_id: null,
  test: false,
  status: 'succeeded',
  attempts: 1,
  last_attempt: { number: 1, started_at: FINISHED, duration_ms: 84, response_status: 200, failure: null },
  next_attempt_at: null,
  created_at: FINISHED,
  finished_at: '2026-11-21T12:00:09.815Z',
};

/** An example of a delivery of a test event that has just been created. */
export function exampleOfTestDelivery(): WebhookDelivery {
  return { ...exampleOfRetriedDelivery(), test: true, attempts: 0, last_attempt: null };
}

/** An example of a delivery that is sent again: its attempts so far are kept. */
export function exampleOfRetriedDelivery(): WebhookDelivery {
  return { ...DELIVERY, status: 'pending', next_attempt_at: FINISHED, finished_at: null };
}

/** An example of a webhook that its owner has disabled. */
export function exampleOfDisabledWebhook(): Webhook {
  return { ...WEBHOOK, enabled: false, updated_at: '2026-11-21T12:05:00Z' };
}

/** An example of a template without its document, as lists show it. */
export function exampleOfListedTemplate(): Template {
  const { name, width, height } = DOCUMENT;
  const times = { created_at: CREATED, updated_at: CREATED };
  return { id: TEMPLATE_ID, name, archived: false, version: 1, ...times, width, height, duration: 10 };
}

/** An example of a template's version 2. */
export function exampleOfReplacedTemplate(): Template {
  return { ...exampleOfListedTemplate(), version: 2, updated_at: FINISHED, document: DOCUMENT };
}

/** An example of a version 3 that was a draft. */
export function exampleOfPublishedTemplate(): Template {
  return { ...exampleOfReplacedTemplate(), version: 3 };
}

const [LABEL, NOTE] = ['Spring campaign', 'The colors of the new brand.'];

/** An example of a version with a label and a note. */
export function exampleOfLabeledVersion(): TemplateVersion {
  const { name, width, height, duration, created_at } = exampleOfListedTemplate();
  const remarks = { label: LABEL, note: NOTE };
  return { version: 1, name, ...remarks, created_at, created_by: CREATOR, width, height, duration };
}

/** An example of a template that has been renamed. */
export function exampleOfRenamedTemplate(): Template {
  return { ...exampleOfPublishedTemplate(), name: 'Autumn promo' };
}

const COPY_ID = '9d1e3c5b-7a2f-4e68-8c04-1b6a5d4f3e2c';

/** An example of a copy of a template. */
export function exampleOfDuplicate(): Template {
  const name = 'Product promo for Austria';
  return { ...exampleOfListedTemplate(), id: COPY_ID, name, document: { ...DOCUMENT, name } };
}

/** An example of a template of an archive. */
export function exampleOfImportedTemplate(): Template {
  return { ...exampleOfListedTemplate(), id: '1c8f5d2e-6a3b-4f90-b7d4-5e2a9c0f8b16', document: DOCUMENT };
}

const FIELD: TemplateField = {
  path: 'variables.accent',
  page: null,
  layer: null,
  layer_type: null,
  property: 'accent',
  kind: 'color',
  sample: '#e07b39',
  is_set: true,
  minimum: null,
  maximum: null,
  max_length: null,
  choices: null,
  variable: { type: 'color', default: '#e07b39' },
};

const DRAFT: TemplateDraft = {
  template_id: TEMPLATE_ID,
  document: { ...DOCUMENT, width: 15 },
  base_version: 1,
  latest_version: 1,
  revision: 1,
  updated_at: FINISHED,
  saved_by: null,
  faults: [{ field: 'width', code: 'VALUE_TOO_SMALL', message: 'width must not be less than 16', value: 15 }],
  shared: null,
};

/** An example of the presence of a user who is alone in the template. */
const PRESENCE: TemplatePresence = { template_id: TEMPLATE_ID, revision: 0, latest_version: 1, others: [] };

/** An example of what a draft begins with. */
export function exampleOfNewDraft(): TemplateDraft {
  return Object.assign({}, DRAFT, { document: DOCUMENT, revision: 0, updated_at: null, faults: [] });
}

const BRAND = {
  colors: { primary: '#1f5a63', accent: '#e07b39' },
  fonts: { heading: 'Inter' },
  logos: { main: `https://files.example.com/media/${ORG_ID}/7bXk2PqLw9RtY4mZsN0cVd.png` },
  sounds: {},
};

/** An example of a brand that has just been saved. */
function exampleOfBrand(): OrganizationBrand {
  return { ...BRAND, revision: 1, updated_at: CREATED, drafts: 0, templates: 0 };
}

const PRICE = {
  description: 'A price on a label.',
  width: 480,
  height: 160,
  variables: { amount: { type: 'string', default: '9.90' } },
  layers: [
    { name: 'label', type: 'shape', fill_color: '{{brand.colors.accent}}' },
    { name: 'amount', type: 'text', text: '{{amount}}', font_size: 96, align: 'center', vertical_align: 'middle' },
  ],
};
const COMPONENT_USE: ComponentUse = {
  kind: 'template',
  template_id: TEMPLATE_ID,
  name: DOCUMENT.name,
  reference: 'price',
};

/** An example of a component without its contents, as lists show it. */
export function exampleOfListedComponent(): SharedComponent {
  const { description } = PRICE;
  return { name: 'price', description, version: 1, created_at: CREATED, updated_at: CREATED };
}

/** An example of a component's version 2. */
export function exampleOfReplacedComponent(): SharedComponent {
  return { ...exampleOfListedComponent(), version: 2, updated_at: FINISHED, component: PRICE, used_by: [] };
}

/** An example of a balance that has fallen. */
export const EXAMPLE_OF_LOW_BALANCE: LowBalance = {
  id: '0c9d8e7f-6a5b-4c3d-8e1f-0a9b8c7d6e5f',
  below: 100,
  available: 90,
  held: 10,
  created_at: FINISHED,
};

const PERIOD = { from: '2026-10-23', to: '2026-11-21' };

function exampleOfUsage(): UsageCounts {
  const tests = { finished: 0, failed: 0, canceled: 0, seconds: 0 };
  return { finished: 1, failed: 0, canceled: 0, seconds: 10, credits: 10, failures: [], tests };
}

const EXAMPLES = new Map<Shape, object>([
  [Video, exampleVideo('COMPLETED')],
  [ListedVideo, exampleOfListedVideo()],
  [CreateVideoBody, EXAMPLE_OF_VIDEO_REQUEST],
  [ValidateVideoBody, EXAMPLE_OF_VIDEO_REQUEST],
  [Batch, EXAMPLE_OF_FINISHED_BATCH],
  [
    CreateBatchBody,
    {
      template_id: TEMPLATE_ID,
      format: 'mp4',
      name: 'Autumn offers',
      rows: [
        { Slogan: 'Only this week.', Color: '#1f8a83', Order: 'order-1' },
        { Slogan: 'Back again.', Photo: 'https://example.com/missing.jpg' },
      ],
      mapping: {
        Slogan: '1.headline.text',
        Color: 'accent',
        Photo: '1.photo.source_url',
        Order: 'video.metadata',
      },
    },
  ],
  [BatchValidation, { valid: true, errors: [], warnings: [], videos: 2, credits: 20, balance: 990, affordable: true }],
  [
    VideoValidation,
    {
      valid: false,
      errors: [
        {
          field: 'pages[0].layers[0].source_url',
          code: 'ASSET_FETCH_FAILED',
          message: 'the image responded with status 404',
          value: 'https://example.com/photo.jpg',
        },
      ],
      warnings: [],
      duration: 10,
      page_durations: [10],
      sizes: [{ size: 'default', width: 1920, height: 1080, credits: 10 }],
      credits: 10,
      balance: 1_000,
      affordable: true,
      explanation: null,
    },
  ],
  [TemplateDocument, DOCUMENT],
  [Template, { ...exampleOfListedTemplate(), document: DOCUMENT }],
  [UpdateTemplateBody, { name: 'Autumn promo' }],
  [DuplicateTemplateBody, { name: 'Product promo for Austria' }],
  [TemplateVersion, Object.assign(exampleOfLabeledVersion(), { label: null, note: null })],
  [LabelVersionBody, { version: 1, label: LABEL, note: NOTE }],
  [TemplateField, FIELD],
  [OrganizationBrand, exampleOfBrand()],
  [SaveBrandBody, { ...BRAND, revision: 0 }],
  [Component, PRICE],
  [ComponentUse, COMPONENT_USE],
  [ComponentVersion, { version: 1, created_at: CREATED }],
  [SharedComponent, { ...exampleOfListedComponent(), component: PRICE, used_by: [] }],
  [CreateComponentBody, { name: 'price', component: PRICE }],
  [TemplateDraft, DRAFT],
  [TemplatePresence, PRESENCE],
  [SaveDraftBody, { document: DRAFT.document, base_version: 1, revision: 0 }],
  [
    FrameBody,
    {
      template_id: TEMPLATE_ID,
      modifications: { variables: { accent: '#1f8a83' } },
      t: 2.5,
      width: 640,
      format: 'webp',
    },
  ],
  [TemplateUsage, EXAMPLE_OF_TEMPLATE_USAGE],
  [AssetUsage, EXAMPLE_OF_ASSET_USAGE],
  [
    Asset,
    {
      id: ASSET_ID,
      name: 'dusk.jpg',
      kind: 'image',
      content_type: 'image/jpeg',
      file_size: 184_211,
      url: `https://files.example.com/media/${ORG_ID}/7bXk2PqLw9RtY4mZsN0cVd.jpg`,
      created_at: CREATED,
    },
  ],
  [PublishDraftBody, { revision: 2, label: 'Autumn campaign' }],
  [Webhook, WEBHOOK],
  [CreateWebhookBody, { url: WEBHOOK.url, events: WEBHOOK.events }],
  [UpdateWebhookBody, { enabled: false }],
  [RecoverWebhookBody, { since: CREATED }],
  [CallbackRecovery, { id: 'b7d5f3a1-2468-4ace-8bdf-13579bdf2468', since: CREATED, created_at: FINISHED }],
  [CallbackSecret, { secret: SECRET, created_at: '2026-11-21T12:00:00Z' }],
  [
    WebhookRecovery,
    { id: 'b7d5f3a1-2468-4ace-8bdf-13579bdf2468', webhook_id: WEBHOOK_ID, since: CREATED, created_at: FINISHED },
  ],
  [
    VideoDetails,
    {
      request: { ...EXAMPLE_OF_VIDEO_REQUEST, version: 1 },
      created_by: CREATOR,
      replaces: null,
      replaced_by: null,
      queued_at: CREATED,
      attempts: { made: 1, failed: 0, lost: 0 },
    },
  ],
  [WebhookDelivery, DELIVERY],
  [
    WebhookDeliveryDetails,
    {
      ...DELIVERY,
      request_body: JSON.stringify({ type: 'video.finished', timestamp: FINISHED }),
      history: [Object.assign({}, DELIVERY.last_attempt, { response_excerpt: 'ok' })],
    },
  ],
  [WebhookWithSecret, { ...WEBHOOK, secret: SECRET }],
  [Balance, { available: 990, held: 10 }],
  [BalanceAlert, { below: 100, is_low: false }],
  [LowBalance, EXAMPLE_OF_LOW_BALANCE],
  [CreditDays, { ...PERIOD, data: [{ date: PERIOD.to, granted: 1_000, captured: 10, balance: 990 }] }],
  [
    TemplateInUse,
    {
      template_id: TEMPLATE_ID,
      template_name: DOCUMENT.name,
      finished: 1,
      failed: 0,
      canceled: 0,
      seconds: 10,
      credits: 10,
    },
  ],
  [
    CreatorInUse,
    {
      created_by: CREATOR,
      ...{ finished: 1, failed: 0, canceled: 0, seconds: 10, credits: 10 },
    },
  ],
  [Usage, { ...PERIOD, total: exampleOfUsage(), data: [Object.assign({ date: PERIOD.to }, exampleOfUsage())] }],
  [FontList, { data: shippedFontList().data.filter(({ family }) => FONTS_OF_EXAMPLE.includes(family)) }],
  [
    CreditTransaction,
    {
      id: '9c8b7a6f-5e4d-4c3b-8a29-1807f6e5d4c3',
      kind: 'hold',
      amount: 10,
      available_change: -10,
      held_change: 10,
      balance_after: { available: 990, held: 10 },
      video_id: VIDEO_ID,
      created_at: CREATED,
    },
  ],
]);

const PARAMETERS: Readonly<Record<string, string>> = {
  'Keys id': 'd3b07384-d9a0-4c9b-8f3e-2b1a0c9d8e7f',
  'Members id': 'c9f0f895-fb98-4b91-99f5-1fd0297e236d',
  'Session id': '45c48cce-2e2d-4fbd-9a1c-0f5e4b3a2d1c',
  'Users id': 'c9f0f895-fb98-4b91-99f5-1fd0297e236d',
  'Operator id': ORG_ID,
  'Operator Idempotency-Key': 'invoice-2026-117',
  'Videos id': VIDEO_ID,
  'Videos Idempotency-Key': 'order-1234',
  'Videos batch_id': BATCH_ID,
  'Reviews video_id': VIDEO_ID,
  'Reviews link_id': 'b6f0a1d2-3c4e-4f5a-8b69-7c8d9e0f1a2b',
  'Reviews comment_id': '91d2c3b4-a5f6-4e7d-8c9b-0a1b2c3d4e5f',
  'Batches id': BATCH_ID,
  'Batches Idempotency-Key': 'autumn-1',
  'Templates id': TEMPLATE_ID,
  'Brand name': 'price',
  'Assets id': ASSET_ID,
  'Assets name': 'dusk.jpg',
  'Webhooks webhook_id': WEBHOOK_ID,
  'Webhooks callback_id': DELIVERY.id,
  'Webhooks delivery_id': DELIVERY.id,
};

/** The example of a parameter of the operations with a tag, where there is one. */
export function exampleOfParameter(tag: string, name: string): string | undefined {
  return PARAMETERS[`${tag} ${name}`];
}

/** Gives a class its example, where the class is the gateway's own. */
export function Example(example: object): (shape: Shape) => void {
  return (shape) => void EXAMPLES.set(shape, example);
}

/** The example of a class. A spec checks each one against its schema. */
export function exampleOf(shape: Shape): object | undefined {
  return EXAMPLES.get(shape);
}
