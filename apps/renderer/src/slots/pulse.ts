/** Interval of the signs of life of a slot's process while it has tasks, ms. */
export const PULSE_INTERVAL_MS = 500;

/**
 * Shows that this process gets on with its tasks: no sign comes while its thread is blocked, as by Skia in a frame, nor while it
 * waits for a thread that draws.
 */
export class Pulse {
  private tasks = 0;
  private awaited = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly beat: () => void) {}

  /** Gives signs of life until the task has ended. */
  async during<T>(task: Promise<T>): Promise<T> {
    this.tasks += 1;
    this.timer ??= setInterval(() => {
      if (this.awaited === 0) this.beat();
    }, PULSE_INTERVAL_MS);
    try {
      return await task;
    } finally {
      this.tasks -= 1;
      if (this.tasks === 0) {
        clearInterval(this.timer);
        this.timer = undefined;
      }
    }
  }

  /** Waits for a frame that a thread draws; gives no signs of life meanwhile. */
  readonly awaiting = async <T>(frame: Promise<T>): Promise<T> => {
    this.awaited += 1;
    try {
      return await frame;
    } finally {
      this.awaited -= 1;
    }
  };
}
