import { IsBoolean, IsOptional, IsUUID } from 'class-validator';
import { PageRequest } from '#libs/contracts';

export class WebhookPath {
  /** Id of the webhook. */
  @IsUUID()
  webhook_id: string;
}

export class ListWebhooksQuery extends PageRequest {
  /** Lists only webhooks that are enabled, or only those that are not. */
  @IsOptional()
  @IsBoolean()
  enabled?: boolean;
}

export class CallbackPath {
  /** Id of the delivery. */
  @IsUUID()
  callback_id: string;
}

export class DeliveryPath extends WebhookPath {
  /** Id of the delivery. */
  @IsUUID()
  delivery_id: string;
}
