import { IsBoolean, IsOptional, IsUUID } from 'class-validator';
import { PageRequest } from '#libs/contracts';

export class WebhookPath {
  @IsUUID()
  webhook_id: string;
}

export class ListWebhooksQuery extends PageRequest {
  @IsOptional()
  @IsBoolean()
  enabled?: boolean;
}
