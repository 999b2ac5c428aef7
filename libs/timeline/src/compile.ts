import type { TemplateDocument } from '#libs/template';
import type { Timeline } from './timeline.js';
export function compile(document: TemplateDocument, options: { fps: number; audioUrl?: string }): Timeline {
  throw new Error(`not built yet ${document.name} ${options.fps}`);
}
