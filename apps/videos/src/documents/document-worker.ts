// The program of the document judge's threads. Tinypool calls its exports by name.
import type { MessagePort } from 'node:worker_threads';
import { Tinypool } from 'tinypool';
import { SaveBrandBody } from '#libs/contracts';
import { createUrlCheck } from '#libs/net-guard';
import {
  type JudgedPart,
  judgeFrame,
  type Judgment,
  judgeRequest,
  judgeRequestedFrame,
  judgeRows,
  judgeTemplate,
  readBatch,
  type RowsInput,
  type VideoLimits,
} from '#libs/drafts';
import { type Checked, type SharedNow, undeclaredComponents, usedReuse, validateShape } from '#libs/template';
import { type ComponentInput, judgeComponent } from './judge-component.js';

/** Settings that the threads receive when they start. */
export interface WorkerSettings {
  /** CIDR blocks that asset addresses may point to in addition to public addresses. */
  allowPrivateAddresses: string[];
  /** Whether events may be sent to `http:` addresses. */
  allowHttpTargets: boolean;
  limits: VideoLimits;
}

const { allowPrivateAddresses, allowHttpTargets, limits } = Tinypool.workerData as WorkerSettings;
// Assets may be fetched over http (docs/api/videos.md); ALLOW_HTTP_TARGETS concerns receivers of events only.
const checkAddress = createUrlCheck({ allow: allowPrivateAddresses, allowHttp: true });
const checkTarget = createUrlCheck({ allow: allowPrivateAddresses, allowHttp: allowHttpTargets });

/** Called first: returns once all code is loaded. */
export const load = (): null => null;

/** Time for which a part of a batch may keep a thread, ms, because requests for single videos wait behind it. */
const SLICE_MS = 200;

const judgment: Judgment = { checkAddress, checkTarget, limits };

/** A document to store, and what its organization shares; null if the document uses none of it. */
interface TemplateInput {
  document: object;
  shared: SharedNow | null;
}

/** The use that a document itself makes of its organization. */
interface DirectUse {
  /** References to components that it does not declare. */
  components: string[];
  usesBrand: boolean;
}

const JUDGMENTS = {
  template: ({ document, shared }: TemplateInput) => judgeTemplate(document, judgment, shared),
  uses: (document: object): Checked<DirectUse> => {
    const usesBrand = usedReuse(document).tokens.length > 0;
    return { ok: true, value: { components: [...undeclaredComponents(document)], usesBrand } };
  },
  brand: (body: object) => validateShape(SaveBrandBody, body, { checkAddress }),
  component: (input: ComponentInput) => judgeComponent(input, judgment),
  request: (input: Parameters<typeof judgeRequest>[0]) => judgeRequest(input, judgment),
  frame: (input: Parameters<typeof judgeFrame>[0]) => judgeFrame(input, judgment),
  requestedFrame: (input: Parameters<typeof judgeRequestedFrame>[0]) => judgeRequestedFrame(input, judgment),
  batch: (input: Parameters<typeof readBatch>[0]) => readBatch(input, judgment),
  rows: (input: RowsInput): Checked<JudgedPart> => {
    const startedMs = performance.now();
    const tookMs = () => performance.now() - startedMs;
    const rows = judgeRows(input, { ...judgment, isTimeUp: () => tookMs() > SLICE_MS });
    return { ok: true, value: { ...rows, tookMs: tookMs() } };
  },
};

/** A judgment that a thread makes. */
export type JudgmentName = keyof typeof JUDGMENTS;
/** The input of each judgment. */
export type Inputs = { [Name in JudgmentName]: Parameters<(typeof JUDGMENTS)[Name]>[0] };
/** The verdict of each judgment on an input without faults. */
export type Verdicts = { [Name in JudgmentName]: Extract<ReturnType<(typeof JUDGMENTS)[Name]>, { ok: true }>['value'] };

/** An input to judge, and the port that reports that a thread has begun. */
export interface Task<Name extends JudgmentName> {
  name: Name;
  input: Inputs[Name];
  started: MessagePort;
}

/** Makes one judgment. */
export function judge<Name extends JudgmentName>({ name, input, started }: Task<Name>): Checked<Verdicts[Name]> {
  started.postMessage(null);
  started.close();
  const judgments: { [Each in JudgmentName]: (input: Inputs[Each]) => Checked<Verdicts[Each]> } = JUDGMENTS;
  return judgments[name](input);
}
