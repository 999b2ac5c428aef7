import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type components, unwrap, type Webhook } from '#libs/client';
import { api } from './client.ts';
import { WEBHOOKS } from './query-keys.ts';
import { type DeliveryStatus, PAGE_SIZE } from './list-search.ts';

export type WebhookEvent = Webhook['events'][number];
export type DeliveryDetails = components['schemas']['WebhookDeliveryDetails'];

/** Interval at which a delivery is read again while it waits for its next attempt, ms. */
const PENDING_REFRESH_MS = 2_000;

export const webhooksQuery = (offset: number) =>
  queryOptions({
    queryKey: WEBHOOKS.list(offset),
    queryFn: ({ signal }) => unwrap(api.GET('/webhooks', { params: { query: { limit: PAGE_SIZE, offset } }, signal })),
    placeholderData: keepPreviousData,
  });

export const webhookQuery = (webhook_id: string) =>
  queryOptions({
    queryKey: WEBHOOKS.one(webhook_id),
    queryFn: ({ signal }) => unwrap(api.GET('/webhooks/{webhook_id}', { params: { path: { webhook_id } }, signal })),
  });

export const deliveriesQuery = (
  webhook_id: string,
  { offset = 0, status }: { offset?: number; status?: DeliveryStatus },
) =>
  queryOptions({
    queryKey: WEBHOOKS.deliveryList(webhook_id, { offset, status }),
    queryFn: ({ signal }) => {
      const params = { path: { webhook_id }, query: { limit: PAGE_SIZE, offset, status } };
      return unwrap(api.GET('/webhooks/{webhook_id}/deliveries', { params, signal }));
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.data.some((delivery) => delivery.status === 'pending') ? PENDING_REFRESH_MS : 15_000,
  });

export const deliveryQuery = (webhook_id: string, delivery_id: string) =>
  queryOptions({
    queryKey: WEBHOOKS.delivery(webhook_id, delivery_id),
    queryFn: ({ signal }) => {
      const params = { path: { webhook_id, delivery_id } };
      return unwrap(api.GET('/webhooks/{webhook_id}/deliveries/{delivery_id}', { params, signal }));
    },
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? PENDING_REFRESH_MS : false),
  });

/** Deliveries to the addresses that requests named. */
export const callbacksQuery = ({ offset = 0, status }: { offset?: number; status?: DeliveryStatus }) =>
  queryOptions({
    queryKey: WEBHOOKS.callbackList({ offset, status }),
    queryFn: ({ signal }) => {
      const params = { query: { limit: PAGE_SIZE, offset, status } };
      return unwrap(api.GET('/callbacks', { params, signal }));
    },
    placeholderData: keepPreviousData,
    refetchInterval: 15_000,
  });

export const callbackQuery = (callback_id: string) =>
  queryOptions({
    queryKey: WEBHOOKS.callback(callback_id),
    queryFn: ({ signal }) => unwrap(api.GET('/callbacks/{callback_id}', { params: { path: { callback_id } }, signal })),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? PENDING_REFRESH_MS : false),
  });
