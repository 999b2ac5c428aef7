import { WebhookDelivery, WebhookDeliveryDetails } from '#libs/contracts';
import { exampleOfRetriedDelivery } from '../openapi/examples.js';
import type { OperationFacts } from '../openapi/operation.js';

type Described = Pick<OperationFacts, 'description' | 'responses'>;

/** The deliveries that a list shows: those of a webhook, and callbacks. */
export const DELIVERY_PAGE: Pick<OperationFacts, 'responses'> = {
  responses: [{ status: 200, description: 'A page of deliveries.', listOf: WebhookDelivery }],
};

/** One delivery in full. */
export const DELIVERY_DETAILS: Described = {
  description:
    'The delivery as lists show it, the body that is sent, and the last 50 attempts with the beginning of each response.',
  responses: [{ status: 200, description: 'The delivery and its attempts.', body: WebhookDeliveryDetails }],
};

/** A delivery that is sent again. */
export const DELIVERY_RETRY: Described = {
  description: 'Sends the event of an ended delivery again, immediately.',
  responses: [
    {
      status: 202,
      description: 'The delivery, which is sent again immediately.',
      body: WebhookDelivery,
      example: exampleOfRetriedDelivery(),
    },
  ],
};
