/** Finds retired words in identifiers, comments and prose alike; lines count from 1. */
export function retiredWordsIn(text: string): { line: number; phrase: string; better: string }[];
/** Finds names in a meaning that the glossary does not give their words; line 0 is the path itself. */
export function retiredSensesIn(path: string, code: string): { line: number; phrase: string; better: string }[];
/** Finds docstrings that begin with a relative or a preposition instead of their noun. */
export function headlessDocstringsIn(code: string): { line: number; phrase: string; better: string }[];
