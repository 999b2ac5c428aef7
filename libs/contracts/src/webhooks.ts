import { IsBoolean, IsObject, IsOptional, IsUUID } from 'class-validator';
import { rpc } from './message.js';
import type { VideoEventType } from './lifecycle.js';
import { PageRequest, type Page } from './lists.js';

/** A registered callback (API.md §6). Times: ISO 8601, whole seconds, UTC. */
export interface Webhook {
  id: string;
  org_id: string;
  url: string;
  events: VideoEventType[];
  enabled: boolean;
  created_at: string;
  updated_at: string;
  disabled_reason: string | null;
  /** `whsec_…`; only in the answer that creates it. */
  secret?: string;
}

/** `POST /v1/webhooks`; the body's rules are checked by the webhooks service. */
export class CreateWebhook {
  @IsUUID()
  org_id: string;

  @IsObject()
  body: Record<string, unknown>;
}

export class GetWebhook {
  @IsUUID()
  org_id: string;

  @IsUUID()
  id: string;
}

/** `PUT /v1/webhooks/{id}`: absent fields keep their value. */
export class UpdateWebhook extends GetWebhook {
  @IsObject()
  body: Record<string, unknown>;
}

export class ListWebhooks extends PageRequest {
  @IsUUID()
  org_id: string;

  @IsOptional()
  @IsBoolean()
  enabled?: boolean;
}

export const WEBHOOKS_RPC = {
  create: rpc<CreateWebhook, Webhook>('rpc.webhooks.create', CreateWebhook, { timeoutMs: 10_000 }),
  get: rpc<GetWebhook, Webhook>('rpc.webhooks.get', GetWebhook),
  list: rpc<ListWebhooks, Page<Webhook>>('rpc.webhooks.list', ListWebhooks),
  update: rpc<UpdateWebhook, Webhook>('rpc.webhooks.update', UpdateWebhook, { timeoutMs: 10_000 }),
  remove: rpc<GetWebhook, Record<string, never>>('rpc.webhooks.remove', GetWebhook),
} as const;
