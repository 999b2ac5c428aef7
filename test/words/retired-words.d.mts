/** Finds retired words in identifiers, comments and prose alike; lines count from 1. */
export function retiredWordsIn(text: string): { line: number; phrase: string; better: string }[];
