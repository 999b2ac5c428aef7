import { forgetCells } from '../text/typesetting.js';
import { isLoading, settle, tryAgain } from './loading.js';

/** Repeats an attempt until nothing is missing in it. @throws what that attempt throws */
export async function complete<T>(attempt: () => T | Promise<T>): Promise<T> {
  tryAgain();
  for (;;) {
    try {
      const result = await attempt();
      if (!isLoading()) return result;
    } catch (error) {
      if (!isLoading()) throw error;
    }
    await settle();
    forgetCells();
  }
}
