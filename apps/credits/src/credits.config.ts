import { IsIntegerFrom, IsIntegerIn } from '#libs/contracts';

/** The credits service's settings from the environment; database, NATS and runtime have their own. */
export class CreditsConfig {
  /** Pause between two checks of the ledger, ms; each reads what has moved since the one before. */
  @IsIntegerFrom(1_000)
  ledgerCheckIntervalMs = 15 * 60_000;

  /**
   * Days that the detail of settled holds is kept: the hold, its transfers and their entries. After that only sums are
   * kept.
   */
  @IsIntegerIn(8, 3650)
  ledgerRetentionDays = 90;
}
