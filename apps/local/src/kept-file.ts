import { messageOf } from '#libs/errors';
import type { DataFolder } from './data-folder.js';

/** Interval at which a value that could not be written is tried again, ms. */
const RETRY_MS = 5_000;

/**
 * A file of the data folder with the present state of something, for other programs. A failure to write it, as on a
 * full disk, is reported once, and the write is repeated until it succeeds. A change of the state never fails because
 * of it.
 */
export class KeptFile {
  private value: unknown;
  private timer: NodeJS.Timeout | undefined;

  /** @param report one line about something that a user should know */
  constructor(
    private readonly folder: DataFolder,
    private readonly name: string,
    private readonly report: (line: string) => void,
    private readonly retryMs = RETRY_MS,
  ) {}

  /** Writes the value, now or as soon as it is possible. */
  set(value: unknown): void {
    this.value = value;
    if (this.timer) return;
    const problem = this.tryToWrite();
    if (problem === undefined) return;
    this.report(`${this.folder.file(this.name)} cannot be written (${problem}). It is tried again until it can.`);
    this.timer = setInterval(() => this.tryAgain(), this.retryMs);
  }

  /** Removes the file for good. */
  remove(): void {
    clearInterval(this.timer);
    this.folder.remove(this.name);
  }

  private tryAgain(): void {
    if (this.tryToWrite() !== undefined) return;
    clearInterval(this.timer);
    this.timer = undefined;
    this.report(`${this.folder.file(this.name)} is written again.`);
  }

  /** Writes the value; returns the reason if that fails. */
  private tryToWrite(): string | undefined {
    try {
      this.folder.write(this.name, this.value);
      return undefined;
    } catch (error) {
      return messageOf(error);
    }
  }
}
