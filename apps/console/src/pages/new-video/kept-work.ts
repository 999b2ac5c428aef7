import type { Json } from '#libs/document';

/** The state of the form of a template, and its last video. */
export interface Work {
  /** Values of fields by their paths. */
  readonly values: Readonly<Record<string, Json>>;
  /** Name of the size; absent: the template's own. */
  readonly size?: string;
  /** The last video, and the request that made it. */
  readonly video?: { readonly id: string; readonly body: string };
}

const keyOf = (templateId: string): string => `framewright-new-video-${templateId}`;

/** The work that was kept in this tab, also over other pages and a reload. */
export function keptWork(templateId: string): Work {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(templateId)) ?? 'null') as Work | null;
    return kept ?? { values: {} };
  } catch {
    return { values: {} };
  }
}

export function keepWork(templateId: string, work: Work): void {
  sessionStorage.setItem(keyOf(templateId), JSON.stringify(work));
}
