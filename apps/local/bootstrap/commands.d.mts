/** What `bootstrap.mjs` takes as its first argument. */
export const COMMANDS: Readonly<Record<string, object>>;
