/** The npm commands that a Markdown document names: `npm run golden -- --update`. */
export function commandsNamed(markdown: string): string[];

/** The script of package.json that such a command runs. */
export function scriptOf(command: string): string;
