/** The files and folders of this repository that a Markdown document names. */
export function pathsNamed(markdown: string, path: string): string[];
