import { runTool, AGENT_TOOLS, type ToolContext } from '#libs/agent-tools';
import type { AnyObject } from './json.ts';

/** Calls after which an agent counts as failed. */
export const MOST_CALLS = 6;

/** A run of an agent. */
export interface Run {
  calls: number;
  /** Whether the draft has neither faults nor warnings. */
  isClean: boolean;
  templateId: string;
  /** The findings of the last answer. */
  left: readonly Finding[];
}

interface Finding {
  path: string;
  code: string;
  message: string;
  value?: unknown;
}

/** An operation of a JSON Patch. */
export interface Operation {
  op: 'add' | 'replace' | 'remove' | 'move';
  path: string;
  from?: string;
  value?: unknown;
}

/**
 * Writes a draft, and corrects it from the answers alone: it knows nothing of documents but what a message says. It
 * takes the proposal of a message ("did you mean", "such as", "set … to"), a bound, or the first value of a list, and removes
 * what is unknown without a proposal.
 */
export async function correct(document: AnyObject, context: ToolContext): Promise<Run> {
  let answer = await call('create_draft', { document }, context);
  for (let calls = 1; ; calls++) {
    const left = findingsOf(answer);
    const templateId = String(answer['template_id']);
    if (left.length === 0 || calls === MOST_CALLS) return { calls, isClean: left.length === 0, templateId, left };
    const patch = correctionsOf(left);
    if (patch.length === 0) return { calls, isClean: false, templateId, left };
    answer = await call('patch_draft', { template_id: templateId, patch }, context);
  }
}

async function call(name: string, input: object, context: ToolContext): Promise<AnyObject> {
  const { data, isError } = await runTool({ name, input }, AGENT_TOOLS, context);
  if (isError) throw new Error(`${name} refuses: ${JSON.stringify(data)}`);
  return data as AnyObject;
}

function findingsOf(answer: AnyObject): Finding[] {
  return ['faults', 'errors', 'warnings'].flatMap((name) => (answer[name] ?? []) as Finding[]);
}

/** A patch for findings; those of one place in its order. Members of lists are removed last, the last one first. */
export function correctionsOf(findings: readonly Finding[]): Operation[] {
  const seen = new Set<string>();
  return findings.flatMap((finding) => {
    if (seen.has(finding.path)) return [];
    seen.add(finding.path);
    return RULES.map((rule) => rule(finding)).find((operations) => operations !== undefined) ?? [];
  });
}

type Rule = (finding: Finding) => Operation[] | undefined;

/** Corrections that a message proposes, the most exact first. */
const RULES: readonly Rule[] = [
  ({ path, message }) => {
    if (!message.includes('is not a known field')) return undefined;
    const proposed = /did you mean "([^"]+)"/.exec(message)?.[1];
    if (proposed === undefined) return [{ op: 'remove', path }];
    return [{ op: 'move', from: path, path: `${path.slice(0, path.lastIndexOf('/'))}/${proposed}` }];
  },
  // Several properties of the layer at once: set x to 0 and y to 0.
  ({ path, message }) => {
    const set = [...message.matchAll(/(?:set|and) (\w+) to ("[^"]*"|-?[\d.]+)/g)];
    const at = set.some(([, name]) => path.endsWith(`/${name}`)) ? path.slice(0, path.lastIndexOf('/')) : path;
    const holder = /\/layers\/\d+$/.test(at) ? at : at.slice(0, at.lastIndexOf('/'));
    if (set.length === 0) return undefined;
    return set.map(([, name, value]) => ({
      op: 'add',
      path: `${holder}/${name}`,
      value: JSON.parse(value!) as unknown,
    }));
  },
  // A name within an expression.
  ({ path, message, value }) => {
    const proposed = /did you mean "([^"]+)"/.exec(message)?.[1];
    const wrong = typeof value === 'string' ? /^\{\{ ?(\w{1,64}) ?\}\}$/.exec(value)?.[1] : undefined;
    if (proposed === undefined || wrong === undefined) return undefined;
    return [{ op: 'replace', path, value: `{{${proposed}}}` }];
  },
  ({ path, message }) => valueOf(path, /did you mean (?:"([^"]+)"|(\{.*\}))\?/.exec(message)),
  ({ path, message }) => valueOf(path, /such as (?:"([^"]+)"|(\{.*\}|-?[\d.]+))/.exec(message)),
  ({ path, message, value }) => {
    const number = typeof value === 'string' ? Number.parseFloat(value) : Number.NaN;
    return /number/.test(message) && !Number.isNaN(number) ? [{ op: 'replace', path, value: number }] : undefined;
  },
  ({ path, message }) => {
    const listed = /one of(?: the following values)?:? (.+)$/.exec(message)?.[1];
    const [first] = listed?.split(/, | or /) ?? [];
    if (first === undefined) return undefined;
    return [{ op: 'replace', path, value: /^-?[\d.]+$/.test(first) ? Number(first) : first.replaceAll('"', '') }];
  },
  ({ path, message }) => {
    const bound = /(?:greater than|less than|at most|at least) (-?[\d.]+)/.exec(message)?.[1];
    return bound === undefined ? undefined : [{ op: 'replace', path, value: Number(bound) }];
  },
  ({ path, message }) => (message.endsWith('is required') ? [{ op: 'add', path, value: 1 }] : undefined),
  ({ path, message, value }) =>
    message.includes('must be a string') ? [{ op: 'replace', path, value: String(value) }] : undefined,
];

function valueOf(path: string, found: RegExpExecArray | null): Operation[] | undefined {
  if (!found) return undefined;
  const [, text, json] = found;
  return [{ op: 'add', path, value: text ?? (JSON.parse(json!) as unknown) }];
}
