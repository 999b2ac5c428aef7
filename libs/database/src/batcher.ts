/** Of which there may be more than one only so that the next is under way while one waits for the disk. */
const MAX_IN_FLIGHT = 2;

/** SQLSTATE classes of what a batch can owe to one of its items: bad data, a broken constraint, a deadlock. */
const ONE_ITEMS_FAULT = /^(22|23|40)/;

interface Waiting<Item, Answer> {
  item: Item;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

/**
 * Makes one statement of what many callers ask at the same time. A caller who is alone waits for nobody; those who come
 * while statements are under way go together in the next, so that under load the cost of a statement, its round trip and
 * its commit is shared.
 */
export class Batcher<Item, Answer> {
  private readonly waiting: Waiting<Item, Answer>[] = [];
  private inFlight = 0;
  private isScheduled = false;

  /**
   * @param carryOut answers the items in their order, or does nothing at all and throws; an item that spoils a batch makes
   * every one be carried out alone
   * @param maxItems of a batch
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
