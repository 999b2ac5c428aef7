import { expect, it } from '@jest/globals';
import {
  CreateBatchBody,
  CreateVideoBody,
  CreateWebhookBody,
  ListDeliveriesQuery,
  ListTemplatesQuery,
  ListVideosQuery,
  RecoverWebhookBody,
  UpdateWebhookBody,
  ValidateVideoBody,
} from '#libs/contracts';
import { type Shape, shapesWithin, TemplateDocument } from '#libs/template';
import { unboundedWithin } from '#libs/testing';
import { GetTemplateQuery, TemplateFrameQuery, TemplatePath } from '../templates/template-requests.js';
import { BatchPath, CsvBatchQuery, ManifestQuery } from '../batches/batch-requests.js';
import { LastEventHeaders, VideoPath } from '../videos/video-requests.js';
import { DeliveryPath, ListWebhooksQuery, WebhookPath } from '../webhooks/webhook-requests.js';
import { ConditionalHeaders } from './conditional-get.js';
import { IdempotencyHeaders } from './idempotency-requests.js';

/** The classes into which requests of callers are read. */
const REQUESTS: Shape[] = [
  ...[CreateBatchBody, CreateVideoBody, ValidateVideoBody, TemplateDocument],
  ...[CreateWebhookBody, UpdateWebhookBody, RecoverWebhookBody],
  ...[
    GetTemplateQuery,
    ListTemplatesQuery,
    TemplateFrameQuery,
    ListVideosQuery,
    ListWebhooksQuery,
    ListDeliveriesQuery,
  ],
  ...[BatchPath, CsvBatchQuery, ManifestQuery],
  ...[TemplatePath, VideoPath, WebhookPath, DeliveryPath],
  ...[ConditionalHeaders, IdempotencyHeaders, LastEventHeaders],
];

const shapes = [...new Set(REQUESTS.flatMap((shape) => [...shapesWithin(shape)]))];

it.each(shapes.map((shape) => [shape.name, shape] as const))(
  '%s bounds every string, number, array and map',
  (_name, shape) => expect(unboundedWithin(shape)).toEqual([]),
);
