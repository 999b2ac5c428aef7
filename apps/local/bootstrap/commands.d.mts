/** The commands of `bootstrap.mjs`, by its first argument. */
export const COMMANDS: Readonly<Record<string, object>>;
