import { IsBoolean, IsIn, IsOptional, IsUUID } from 'class-validator';
import { DELIVERY_STATUSES, type DeliveryStatus, PageRequest } from '#libs/contracts';

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

export class DeliveryPath extends WebhookPath {
  /** Id of the delivery. */
  @IsUUID()
  delivery_id: string;
}

export class ListDeliveriesQuery extends PageRequest {
  /** Lists deliveries of this status only. */
  @IsOptional()
  @IsIn(DELIVERY_STATUSES)
  status?: DeliveryStatus;

  /** Lists deliveries of events of this video only. */
  @IsOptional()
  @IsUUID()
  video_id?: string;
}
