/** Something that may have been left undone, and how it is put right. */
export interface RepairPass {
  /** For the log and the metrics. */
  readonly repairs: string;
  /** Safe to repeat and to be cut off anywhere; resolves to how many cases it put right. */
  repair(): Promise<number>;
}

/** The passes of a reconciler's round, in order. */
export const REPAIR_PASSES = Symbol('repair passes');
