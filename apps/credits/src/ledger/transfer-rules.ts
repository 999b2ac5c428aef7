/**
 * The ledger accounts of an organization. `available` and `held` are the columns of its account row; grants are taken from
 * `issued` (its sum is minus everything ever granted), and captured credits end in `spent`.
 */
type LedgerAccount = 'issued' | 'available' | 'held' | 'spent';

export const TRANSFER_KINDS = ['grant', 'hold', 'capture', 'release'] as const;
export type TransferKind = (typeof TRANSFER_KINDS)[number];

/** held → captured | released; both are final. */
export const HOLD_STATES = ['held', 'captured', 'released'] as const;
export type HoldState = (typeof HOLD_STATES)[number];

/** One side of a transfer; the two sides of one transfer add up to 0. */
interface Entry {
  account: LedgerAccount;
  /** Whole credits; negative if they leave the account. */
  amount: number;
}

/** The change of the account row by a transfer. */
export interface BalanceChange {
  available: number;
  held: number;
}

const ROUTES = {
  grant: { from: 'issued', to: 'available' },
  hold: { from: 'available', to: 'held' },
  capture: { from: 'held', to: 'spent' },
  release: { from: 'held', to: 'available' },
} as const satisfies Record<TransferKind, { from: LedgerAccount; to: LedgerAccount }>;

/** The kind of transfer that settles a hold. */
export const SETTLEMENTS = { captured: 'capture', released: 'release' } as const satisfies Record<
  Exclude<HoldState, 'held'>,
  TransferKind
>;

/** The two entries of a transfer of `amount` > 0 credits. */
export function entriesOf(kind: TransferKind, amount: number): readonly [Entry, Entry] {
  const { from, to } = ROUTES[kind];
  return [
    { account: from, amount: -amount },
    { account: to, amount },
  ];
}

/** The change of the account row by the entries of a transfer of `amount` credits. */
export function balanceChangeOf(kind: TransferKind, amount: number): BalanceChange {
  const change: BalanceChange = { available: 0, held: 0 };
  for (const entry of entriesOf(kind, amount)) {
    if (entry.account === 'available' || entry.account === 'held') change[entry.account] += entry.amount;
  }
  return change;
}
