// The program of the thread of `RowsReader`. Tinypool calls its exports by name.
import { AppError } from '#libs/contracts';
import { type BodyWithRows, readJsonWithRows } from './body-with-rows.js';

/** The result of the thread. A refusal is data, because errors lose their classes between threads. */
export type RowsOutcome = { body: BodyWithRows<unknown> } | { refusal: ReturnType<AppError['toReply']> };

export function read(bytes: Uint8Array): RowsOutcome {
  try {
    return { body: readJsonWithRows(bytes) };
  } catch (error) {
    if (error instanceof AppError) return { refusal: error.toReply() };
    throw error;
  }
}
