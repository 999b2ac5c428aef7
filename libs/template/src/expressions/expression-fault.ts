/** Reason why an expression has no value. */
export class ExpressionFault {
  /**
   * @param reason without the place: `no such key: price`
   * @param offset UTF-16 code units from the start of the string that contains the expression
   */
  constructor(
    readonly reason: string,
    readonly offset: number,
  ) {}

  /** The reason and the place in the string, counted from 1. */
  get message(): string {
    return `${this.reason} (character ${this.offset + 1})`;
  }
}
