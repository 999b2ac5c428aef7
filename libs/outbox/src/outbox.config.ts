import { IsInt, Max, Min } from 'class-validator';

/** How long a service keeps the messages it has sent and remembers those it has taken. */
export class OutboxConfig {
  /** Days that published messages are kept: what can be published again when JetStream's store was lost. */
  @IsInt()
  @Min(1)
  @Max(90)
  outboxRetentionDays = 7;

  /** Days that a taken message is recognized when it comes again; a stream keeps messages for 7 days. */
  @IsInt()
  @Min(8)
  @Max(90)
  inboxRetentionDays = 8;
}
