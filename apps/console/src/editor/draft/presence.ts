import { useEffect, useState } from 'react';
import { type components, unwrap } from '#libs/client';
import { api } from '../../api/client.ts';

/** Interval of reports, ms. A report holds three times as long. */
const REPORT_MS = 10_000;

type Presence = Pick<components['schemas']['TemplatePresence'], 'others' | 'revision'>;
export type PresentUser = components['schemas']['PresentUser'];

/** Shows others that the template is open here. Returns who else has it open, and the newest revision of its draft. */
export function usePresence(id: string): Presence {
  const [presence, setPresence] = useState<Presence>({ others: [], revision: 0 });
  useEffect(() => {
    let isOver = false;
    const report = async () => {
      const call = api.PUT('/templates/{id}/presence', { params: { path: { id } }, retries: 0 });
      const answer = await unwrap(call).catch(() => undefined); // the next report is soon
      if (answer && !isOver) setPresence(answer);
    };
    void report();
    const timer = setInterval(() => void report(), REPORT_MS);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [id]);
  return presence;
}
