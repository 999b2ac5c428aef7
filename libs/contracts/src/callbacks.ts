import { IsISO8601, IsUUID, Matches } from 'class-validator';
import type { Page } from './lists.js';
import { rpc } from './message.js';
import { IsTime } from './time.js';
import { ListDeliveriesQuery, type WebhookDelivery, type WebhookDeliveryDetails } from './webhooks.js';

/** The secret that signs the callbacks of an organization. Only its rotation returns it. */
export class CallbackSecret {
  /** Key that signs callbacks: `whsec_` and 32 bytes in base64 (Standard Webhooks 1.0). */
  @Matches(/^whsec_[A-Za-z0-9+/]{43}=$/)
  secret: string;

  /** When it was created. ISO 8601 in UTC with whole seconds. */
  @IsISO8601()
  created_at: string;
}

/** An accepted request to send missed callbacks again. It survives a restart of the service. */
export class CallbackRecovery {
  /** Identifies the request. */
  @IsUUID()
  id: string;

  /** ISO 8601 in UTC with milliseconds, like `created_at`. */
  @IsISO8601()
  since: string;

  /** When the request was accepted. */
  @IsISO8601()
  created_at: string;
}

/** Which callbacks a list shows: deliveries to addresses that requests named. */
export class ListCallbacks extends ListDeliveriesQuery {
  @IsUUID()
  org_id: string;
}

export class GetCallback {
  @IsUUID()
  org_id: string;

  @IsUUID()
  delivery_id: string;
}

export class RecoverCallbacks {
  @IsUUID()
  org_id: string;

  @IsTime()
  since: string;
}

export class RotateCallbackSecret {
  @IsUUID()
  org_id: string;
}

/** Requests about callbacks that the webhooks service serves for callers. */
export const CALLBACKS_RPC = {
  list: rpc<ListCallbacks, Page<WebhookDelivery>>('rpc.callbacks.list', ListCallbacks, { budget: 'requests' }),
  get: rpc<GetCallback, WebhookDeliveryDetails>('rpc.callbacks.get', GetCallback, { budget: 'requests' }),
  retry: rpc<GetCallback, WebhookDelivery>('rpc.callbacks.retry', GetCallback, { budget: 'requests' }),
  recover: rpc<RecoverCallbacks, CallbackRecovery>('rpc.callbacks.recover', RecoverCallbacks, { budget: 'requests' }),
  rotateSecret: rpc<RotateCallbackSecret, CallbackSecret>('rpc.callbacks.rotate-secret', RotateCallbackSecret, {
    budget: 'requests',
  }),
} as const;
