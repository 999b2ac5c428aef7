/** Steps that the expressions of one document may take together. */
export const MAX_DOCUMENT_STEPS = 5_000_000;

/** The names that an expression may use, and the locale that it formats for. */
export interface Scope {
  /** Values by name. A bigint is a whole number of the language, a number a decimal one. */
  readonly values: Pick<ReadonlyMap<string, unknown>, 'get' | 'has'>;
  /** Known names without a value: the variable of the document whose value is missing; undefined after another fault. */
  readonly absent?: ReadonlyMap<string, string | undefined>;
  /** BCP 47. */
  readonly locale: string;
  /** Steps that the expressions of this document may still take. Evaluation lowers it. */
  readonly budget: { steps: number };
}

/** Values, and those around them that they do not hide. A map that holds its own only: it is made for each copy of a layer. */
export class InnerValues extends Map<string, unknown> {
  constructor(
    own: Iterable<readonly [string, unknown]>,
    private readonly around: Scope['values'],
  ) {
    super(own);
  }

  override get(name: string): unknown {
    return super.has(name) ? super.get(name) : this.around.get(name);
  }

  override has(name: string): boolean {
    return super.has(name) || this.around.has(name);
  }
}
