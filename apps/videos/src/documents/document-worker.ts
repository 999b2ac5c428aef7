// A program of its own: what the threads of the document judge run. Tinypool calls its exports by their names.
import type { MessagePort } from 'node:worker_threads';
import { Tinypool } from 'tinypool';
import { createUrlCheck } from '#libs/net-guard';
import * as questions from './judge-document.js';
import type { VideoLimits } from './video-limits.js';

/** What the threads are told when they start. */
export interface WorkerSettings {
  /** CIDR blocks that asset addresses may name besides public ones. */
  allowPrivateAddresses: string[];
  limits: VideoLimits;
}

const { allowPrivateAddresses, limits } = Tinypool.workerData as WorkerSettings;
// Assets may come over http too (API.md §4), whatever webhook targets may.
const checkAddress = createUrlCheck({ allow: allowPrivateAddresses, allowHttp: true });

/** What is asked, and where to say that it is being worked on. */
export interface Task<Question> {
  question: Question;
  started: MessagePort;
}

/** Asked first: answered once everything is loaded. */
export const load = (): null => null;

function answer<Question, Answer>(judge: (question: Question) => Answer): (task: Task<Question>) => Answer {
  return ({ question, started }) => {
    started.postMessage(null);
    started.close();
    return judge(question);
  };
}

const judgment: questions.Judgment = { checkAddress, limits };

type Request = Parameters<typeof questions.judgeRequest>[0];
type Frame = Parameters<typeof questions.judgeFrame>[0];

export const judgeTemplate = answer((document: unknown) => questions.judgeTemplate(document, judgment));
export const judgeRequest = answer((request: Request) => questions.judgeRequest(request, judgment));
export const judgeFrame = answer((frame: Frame) => questions.judgeFrame(frame, judgment));
