import { randomUUID } from 'node:crypto';
import type { AgentApi, CheckRequest, VideoCheck } from '#libs/agent-tools';
import { FramewrightError } from '#libs/client';
import { TEMPLATE_FPS } from '#libs/contracts';
import { type AssetFiles, inspectTimeline } from '#libs/frames';
import { applyModifications, type Fault, unusedEasings, validateTemplate } from '#libs/template';
import { compile, priceCredits } from '#libs/timeline';
import type { AnyObject } from './json.ts';

interface Stored {
  document: AnyObject;
  revision: number;
}

/** A refusal of what is not needed to write a document. */
function unavailable(): never {
  throw new FramewrightError('Not available beside the documents', { code: 'RESOURCE_NOT_FOUND' });
}

const NO_FILES: AssetFiles = { image: unavailable, font: unavailable, lottie: unavailable };

/**
 * Drafts in memory, judged in this process by the rules and the engine of the service: what the tools of drafts need.
 * There are no files and no videos.
 */
export function localApi(): AgentApi & { draftOf(id: string): AnyObject } {
  const templates = new Map<string, Stored>();
  const stored = (id: string): Stored => templates.get(id) ?? unavailable();
  const shown = (id: string, { document, revision }: Stored) => ({
    ...{ template_id: id, document, revision, base_version: 1, latest_version: 1, updated_at: null, saved_by: null },
    faults: faultsOf(document),
    shared: null,
  });
  return {
    draftOf: (id) => stored(id).document,
    createTemplate: (document) => {
      const faults = faultsOf(document);
      if (faults.length > 0)
        return Promise.reject(new FramewrightError('The document has faults', { code: 'VALIDATION_ERROR', faults }));
      const id = randomUUID();
      templates.set(id, { document, revision: 0 });
      const { name = '', width = 0, height = 0 } = document as { name?: string; width?: number; height?: number };
      const now = new Date(0).toISOString();
      const times = { created_at: now, updated_at: now, duration: 5 };
      return Promise.resolve({ id, name, width, height, archived: false, version: 1, ...times });
    },
    draft: (id) => Promise.resolve(shown(id, stored(id))),
    saveDraft: (id, { document }) => {
      const saved = { document, revision: stored(id).revision + 1 };
      templates.set(id, saved);
      return Promise.resolve(shown(id, saved));
    },
    check: ({ document = {} }: CheckRequest) => check(document),
    templates: unavailable,
    template: unavailable,
    fields: unavailable,
    publishDraft: unavailable,
    picture: unavailable,
    createVideo: unavailable,
    follow: unavailable,
    templateSchema: unavailable,
    asksBeforeSpending: unavailable,
  };
}

function faultsOf(document: AnyObject): Fault[] {
  const checked = validateTemplate(document);
  return checked.ok ? [] : checked.faults;
}

const REFUSED = {
  ...{ valid: false, warnings: [], duration: null, page_durations: null, credits: null, sizes: null },
  ...{ balance: null, affordable: null, explanation: null },
};

async function check(document: AnyObject): Promise<VideoCheck> {
  const checked = validateTemplate(document);
  const applied = checked.ok ? applyModifications(checked.value, {}) : checked;
  if (!applied.ok) return { ...REFUSED, errors: applied.faults };
  const timeline = compile(applied.value, { fps: TEMPLATE_FPS });
  const { warnings } = await inspectTimeline(timeline, NO_FILES, { imagePixels: 1 });
  return {
    ...REFUSED,
    valid: true,
    errors: [],
    warnings: [...warnings, ...unusedEasings(applied.value)],
    duration: timeline.durationS,
    credits: priceCredits(timeline),
  };
}
