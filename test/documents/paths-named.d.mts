/** The files and folders of this repository that a Markdown document names. */
export function pathsNamed(markdown: string, path: string): string[];
/** The files and folders of this repository that comments of code name. */
export function pathsInComments(code: string): string[];
/** The anchors of documents that a Markdown document links to. */
export function anchorsNamed(markdown: string, path: string): { target: string; anchor: string }[];
/** The anchors of a Markdown document's headings. */
export function anchorsOf(markdown: string): string[];
