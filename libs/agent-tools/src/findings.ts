/** Most findings of one kind in an answer: an agent corrects some, and asks again. */
const MAX_FINDINGS = 20;

interface Finding {
  field: string;
  code: string;
  message: string;
  value?: unknown;
}

/** A finding, and where it is as a JSON Pointer, as a patch names it. */
export interface ShownFinding extends Finding {
  path: string;
}

/** The first findings for an answer; `more` counts the others. */
export function shownFindings(findings: readonly Finding[]): { list: ShownFinding[]; more: number } {
  const list = findings.slice(0, MAX_FINDINGS).map((finding) => ({ path: pointerOf(finding.field), ...finding }));
  return { list, more: findings.length - list.length };
}

/** The JSON Pointer of a field of a document: `pages[0].layers[2].text` is `/pages/0/layers/2/text`. */
function pointerOf(field: string): string {
  if (field === 'body') return '';
  const steps = field.split(/[.[\]]+/).filter((step) => step !== '');
  return steps.map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
