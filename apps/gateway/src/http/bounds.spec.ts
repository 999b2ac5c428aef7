import { expect, it } from '@jest/globals';
import { CreateVideoBody, CreateWebhookBody, RecoverWebhookBody, UpdateWebhookBody } from '#libs/contracts';
import { propertiesOf, type PropertyShape, type Shape, shapesWithin, TemplateDocument } from '#libs/template';
import {
  GetTemplateQuery,
  ListTemplatesQuery,
  TemplateFrameQuery,
  TemplatePath,
} from '../templates/template-requests.js';
import {
  ConditionalHeaders,
  IdempotencyHeaders,
  LastEventHeaders,
  ListVideosQuery,
  VideoPath,
} from '../videos/video-requests.js';
import { DeliveryPath, ListDeliveriesQuery, ListWebhooksQuery, WebhookPath } from '../webhooks/webhook-requests.js';

/** Everything that a caller's request is read into. */
const REQUESTS: Shape[] = [
  ...[CreateVideoBody, CreateWebhookBody, UpdateWebhookBody, RecoverWebhookBody, TemplateDocument],
  ...[
    GetTemplateQuery,
    ListTemplatesQuery,
    TemplateFrameQuery,
    ListVideosQuery,
    ListWebhooksQuery,
    ListDeliveriesQuery,
  ],
  ...[TemplatePath, VideoPath, WebhookPath, DeliveryPath],
  ...[ConditionalHeaders, IdempotencyHeaders, LastEventHeaders],
];

const shapes = [...new Set(REQUESTS.flatMap((shape) => [...shapesWithin(shape)]))];

function unbounded(property: PropertyShape): string | undefined {
  const { constraints, nested, maxCharacters } = property;
  const whole = constraints.filter(({ each }) => !each);
  const takes = (type: string) => whole.some(({ types }) => types.some((each) => each === type));
  const has = (...names: string[]) => whole.some(({ name }) => names.includes(name));
  const isArray = takes('array') || nested?.holder === 'array' || constraints.some(({ each }) => each);
  if (isArray && !has('arrayMaxSize')) return 'an array';
  if ((nested?.holder === 'record' || (takes('object') && !nested)) && !has('hasMaxMembers')) return 'an object';
  const isText = takes('string') || (whole.every(({ types }) => types.length === 0) && !nested && !isArray);
  return isText && !Number.isFinite(maxCharacters) ? 'a string' : undefined;
}

it.each(shapes.map((shape) => [shape.name, shape] as const))(
  '%s bounds every string, array and map',
  (_name, shape) => {
    const found = [...propertiesOf(shape).values()].flatMap((property) => {
      const what = unbounded(property);
      return what ? [`${property.name}: ${what}`] : [];
    });
    expect(found).toEqual([]);
  },
);
