import { useEffect, useState } from 'react';
import { type components, unwrap } from '#libs/client';
import { api } from '../../api/client.ts';
import type { Alone, StoredReport } from '../model/alone.ts';

/** Interval of reports, ms. A report holds three times as long. */
const REPORT_MS = 10_000;

type Presence = Pick<components['schemas']['TemplatePresence'], 'others'> & StoredReport;
export type PresentUser = components['schemas']['PresentUser'];

/**
 * Shows others that the template is open here. Returns who else has it open, and the newest revision of its draft.
 *
 * @param alone reports the revision of a template that has no other users
 */
export function usePresence(id: string, alone: Alone | null): Presence {
  const [presence, setPresence] = useState<Presence>({ others: [], revision: 0 });
  useEffect(() => {
    if (alone) return alone.follow((report) => setPresence({ others: [], ...report }));
    return reportPresence(id, setPresence);
  }, [id, alone]);
  return presence;
}

/** Reports again and again. Returns a function that ends it. */
function reportPresence(id: string, onPresence: (presence: Presence) => void): () => void {
  let isOver = false;
  const report = async () => {
    const call = api.PUT('/templates/{id}/presence', { params: { path: { id } }, retries: 0 });
    const answer = await unwrap(call).catch(() => undefined); // the next report is soon
    if (answer && !isOver) onPresence(answer);
  };
  void report();
  const timer = setInterval(() => void report(), REPORT_MS);
  return () => {
    isOver = true;
    clearInterval(timer);
  };
}
