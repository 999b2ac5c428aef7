// The program of the document judge's threads. Tinypool calls its exports by name.
import type { MessagePort } from 'node:worker_threads';
import { Tinypool } from 'tinypool';
import { createUrlCheck } from '#libs/net-guard';
import * as batches from './judge-batch.js';
import * as judges from './judge-document.js';
import * as frames from './judge-frame.js';
import type { VideoLimits } from './video-limits.js';

/** Settings that the threads receive when they start. */
export interface WorkerSettings {
  /** CIDR blocks that asset addresses may point to in addition to public addresses. */
  allowPrivateAddresses: string[];
  limits: VideoLimits;
}

const { allowPrivateAddresses, limits } = Tinypool.workerData as WorkerSettings;
// Assets may be fetched over http (docs/api/videos.md); ALLOW_HTTP_TARGETS concerns webhooks only.
const checkAddress = createUrlCheck({ allow: allowPrivateAddresses, allowHttp: true });

/** A document to judge, and the port that reports that a thread has begun. */
export interface Task<Input> {
  input: Input;
  started: MessagePort;
}

/** Called first: returns once all code is loaded. */
export const load = (): null => null;

function taskOf<Input, Verdict>(judge: (input: Input) => Verdict): (task: Task<Input>) => Verdict {
  return ({ input, started }) => {
    started.postMessage(null);
    started.close();
    return judge(input);
  };
}

/** A part of a batch keeps a thread for so long at a time, ms: a request for one video waits behind it. */
const SLICE_MS = 200;

const judgment: judges.Judgment = { checkAddress, limits };

type Request = Parameters<typeof judges.judgeRequest>[0];
type Frame = Parameters<typeof frames.judgeFrame>[0];
type RequestedFrame = Parameters<typeof frames.judgeRequestedFrame>[0];

export const judgeTemplate = taskOf((document: unknown) => judges.judgeTemplate(document, judgment));
export const judgeRequest = taskOf((request: Request) => judges.judgeRequest(request, judgment));
export const judgeFrame = taskOf((frame: Frame) => frames.judgeFrame(frame, judgment));
export const judgeRequestedFrame = taskOf((frame: RequestedFrame) => frames.judgeRequestedFrame(frame, judgment));

export const readBatch = taskOf((input: Parameters<typeof batches.readBatch>[0]) => batches.readBatch(input, judgment));
export const judgeRows = taskOf((input: batches.RowsInput) => {
  const startedMs = performance.now();
  const tookMs = () => performance.now() - startedMs;
  const rows = batches.judgeRows(input, { ...judgment, isTimeUp: () => tookMs() > SLICE_MS });
  return { ok: true, value: { ...rows, tookMs: tookMs() } };
});
