/** The files and folders of this repository that a Markdown document names. */
export function pathsNamed(markdown: string, path: string): string[];
/** The files and folders of this repository that comments of code name. */
export function pathsInComments(code: string): string[];
