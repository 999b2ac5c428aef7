export function withoutKeptNames(path: string, text: string): string;
