import { IsInt, Min } from 'class-validator';

/** What the credits service reads from the environment besides database, NATS and the runtime's own. */
export class CreditsConfig {
  /** Pause between two checks of the whole ledger, ms; each reads every transfer there is. */
  @IsInt()
  @Min(1_000)
  ledgerCheckIntervalMs = 15 * 60_000;
}
