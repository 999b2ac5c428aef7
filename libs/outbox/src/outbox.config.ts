import { IsInt, Max, Min } from 'class-validator';

/** Times for which a service keeps its published and its received messages. */
export class OutboxConfig {
  /** Days to keep published messages: they can be replayed when JetStream's storage is lost. */
  @IsInt()
  @Min(1)
  @Max(90)
  outboxRetentionDays = 7;

  /** Days for which a repeated message is recognized; a stream keeps messages for 7 days. */
  @IsInt()
  @Min(8)
  @Max(90)
  inboxRetentionDays = 8;
}
