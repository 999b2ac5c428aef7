/** Waits between deliveries of a message whose handler failed, ms. */
const DELAYS_MS = [1_000, 5_000, 30_000, 120_000, 600_000];

/** How long to wait before the next delivery after the `deliveryCount`-th (from 1) has failed: 1 s, growing to 10 min. */
export function redeliveryDelayMs(deliveryCount: number): number {
  return DELAYS_MS[Math.min(Math.max(deliveryCount, 1), DELAYS_MS.length) - 1]!;
}
