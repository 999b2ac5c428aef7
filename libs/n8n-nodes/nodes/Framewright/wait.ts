import type { IDataObject, IExecuteFunctions, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { isObject, isSigned, type NodeItem, objectOf } from '../../src/index.js';

const HOUR_MS = 3_600_000;
/** No video takes longer. */
const LONGEST_WAIT_HOURS = 48;

/** The address that resumes this run at this node: n8n calls `resume` for a POST to it. */
export function resumeUrl(node: IExecuteFunctions): string {
  const base = String(node.evaluateExpression('{{ $execution.resumeUrl }}', 0));
  const url = new URL(base);
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${node.getNode().id}`;
  return url.href;
}

/** Puts the run to sleep until it is resumed. */
export async function waitForCall(node: IExecuteFunctions, item: NodeItem): Promise<void> {
  const hours = Number(objectOf(item, 'options')['waitHours'] ?? LONGEST_WAIT_HOURS);
  await node.putExecutionToWait(new Date(Date.now() + hours * HOUR_MS));
}

/** Resumes a run with the video or the batch that has ended. A call that is not signed resumes nothing. */
export async function resume(node: IWebhookFunctions): Promise<IWebhookResponseData> {
  const { callbackSecret: secret } = await node.getCredentials<{ callbackSecret?: string }>('framewrightApi');
  const { rawBody } = node.getRequestObject();
  if (secret && !isSigned({ headers: { ...node.getHeaderData() }, body: rawBody }, secret, Date.now())) {
    node.getResponseObject().status(401).json({ error: 'The call is not signed with the callback secret.' });
    return { noWebhookResponse: true };
  }
  const { data } = node.getBodyData();
  return { workflowData: [[{ json: (isObject(data) ? data : {}) as IDataObject }]] };
}
