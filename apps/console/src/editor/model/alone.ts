import { createContext } from 'react';

/** The newest state of a document that is stored for an editor alone. */
export interface StoredReport {
  readonly revision: number;
  /** The reason why it cannot be read now. */
  readonly unreadable?: string;
}

/**
 * The surroundings of an editor that stands alone: with one document, and without other pages, versions, videos,
 * uploads and colleagues.
 */
export interface Alone {
  /** Stands before the paths of files that the document has in place of URLs. */
  readonly files: string;
  /** Reports the state of the stored document, and every change of it, until the returned function is called. */
  readonly follow: (onReport: (report: StoredReport) => void) => () => void;
}

/** Null in the console. */
export const AloneContext = createContext<Alone | null>(null);
