/** Number of batches that may overlap: one executes while the other waits for its fsync. */
const MAX_IN_FLIGHT = 2;

/**
 * SQLSTATE classes of errors that one item may cause for its whole batch: bad data, a broken constraint, a deadlock.
 */
const ONE_ITEMS_FAULT = /^(22|23|40)/;

interface Waiting<Item, Answer> {
  item: Item;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

/**
 * Combines the items of concurrent callers into one statement. A single caller does not wait; callers that arrive while
 * statements are executing share the next one. Under load they share the cost of the statement, its round trip and its
 * commit.
 */
export class Batcher<Item, Answer> {
  private readonly waiting: Waiting<Item, Answer>[] = [];
  private inFlight = 0;
  private isScheduled = false;

  /**
   * @param carryOut returns the results in the order of the items, or throws and changes nothing. If one item makes a batch
   * fail, every item of it is executed alone
   * @param maxItems largest batch
   */
  constructor(
    private readonly carryOut: (items: readonly Item[]) => Promise<readonly Answer[]>,
    private readonly maxItems: number,
  ) {}

  /** @throws what `carryOut` throws */
  ask(item: Item): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      if (this.isScheduled) return;
      this.isScheduled = true;
      setImmediate(() => {
        this.isScheduled = false;
        this.pump();
      });
    });
  }

  private pump(): void {
    while (this.waiting.length > 0 && this.inFlight < MAX_IN_FLIGHT) {
      this.inFlight += 1;
      void this.settle(this.waiting.splice(0, this.maxItems)).finally(() => {
        this.inFlight -= 1;
        this.pump();
      });
    }
  }

  private async settle(batch: readonly Waiting<Item, Answer>[]): Promise<void> {
    try {
      const answers = await this.carryOut(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) resolve(answers[index]!);
    } catch (error) {
      if (batch.length > 1 && isOneItemsFault(error)) {
        for (const each of batch) await this.settle([each]);
      } else {
        for (const { reject } of batch) reject(error);
      }
    }
  }
}

function isOneItemsFault(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ONE_ITEMS_FAULT.test(String(error.code));
}
