/** Messages of Vite, Chromium, Firefox and Safari for a file of the program that could not be loaded. */
const MESSAGES = [
  /Unable to preload CSS/,
  /Failed to fetch dynamically imported module/,
  /error loading dynamically imported module/,
  /Importing a module script failed/,
];

/** Whether a page failed because a file of the program could not be loaded: without a network, or after an update. */
export function isMissingPart(error: unknown): boolean {
  return error instanceof Error && MESSAGES.some((message) => message.test(error.message));
}
