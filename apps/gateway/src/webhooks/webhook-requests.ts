import { IsBoolean, IsIn, IsOptional, IsUUID } from 'class-validator';
import { DELIVERY_STATUSES, type DeliveryStatus, PageRequest } from '#libs/contracts';

export class WebhookPath {
  @IsUUID()
  webhook_id: string;
}

export class ListWebhooksQuery extends PageRequest {
  @IsOptional()
  @IsBoolean()
  enabled?: boolean;
}

export class DeliveryPath extends WebhookPath {
  @IsUUID()
  delivery_id: string;
}

export class ListDeliveriesQuery extends PageRequest {
  @IsOptional()
  @IsIn(DELIVERY_STATUSES)
  status?: DeliveryStatus;
}
