import {
  type IHookFunctions,
  type INodeType,
  type INodeTypeDescription,
  type IWebhookFunctions,
  type IWebhookResponseData,
  NodeConnectionTypes,
} from 'n8n-workflow';
import { createWebhook, deleteWebhook, getWebhook, isObject, isSigned } from '../../src/index.js';
import { call } from '../Framewright/transport.js';

export class FramewrightTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Framewright Trigger',
    name: 'framewrightTrigger',
    icon: 'file:../framewright.svg',
    group: ['trigger'],
    version: 1,
    subtitle: '={{ $parameter["events"].join(", ") }}',
    description: 'Starts a run when a video or a batch has ended',
    defaults: { name: 'Framewright Trigger' },
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'framewrightApi', required: true }],
    webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
    properties: [
      {
        displayName: 'Events',
        name: 'events',
        type: 'multiOptions',
        required: true,
        default: ['video.finished'],
        options: [
          { name: 'Alert: Low Balance', value: 'alert.low_balance' },
          { name: 'Batch Finished', value: 'batch.finished' },
          { name: 'Video Failed', value: 'video.failed' },
          { name: 'Video Finished', value: 'video.finished' },
          { name: 'Video Started', value: 'video.started' },
        ],
      },
    ],
  };

  webhookMethods = {
    default: {
      async checkExists(this: IHookFunctions): Promise<boolean> {
        const { id } = this.getWorkflowStaticData('node');
        if (typeof id !== 'string') return false;
        const known = await call(this, getWebhook(id)).catch(() => undefined);
        const events = this.getNodeParameter('events') as string[];
        return (
          isObject(known) &&
          known.enabled === true &&
          known.url === this.getNodeWebhookUrl('default') &&
          [...events].sort().join() === [...(known.events as string[])].sort().join()
        );
      },

      async create(this: IHookFunctions): Promise<boolean> {
        const url = String(this.getNodeWebhookUrl('default'));
        const created = await call(this, createWebhook(url, this.getNodeParameter('events') as string[]));
        if (!isObject(created)) return false;
        // Only this answer has the secret. n8n keeps it with the workflow.
        Object.assign(this.getWorkflowStaticData('node'), { id: created.id, secret: created.secret });
        return true;
      },

      async delete(this: IHookFunctions): Promise<boolean> {
        const data = this.getWorkflowStaticData('node');
        if (typeof data.id === 'string') await call(this, deleteWebhook(data.id)).catch(() => undefined);
        delete data.id;
        delete data.secret;
        return true;
      },
    },
  };

  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    const secret = String(this.getWorkflowStaticData('node').secret);
    const { rawBody } = this.getRequestObject();
    if (!isSigned({ headers: { ...this.getHeaderData() }, body: rawBody }, secret, Date.now())) {
      this.getResponseObject().status(401).json({ error: 'The request is not signed by Framewright.' });
      return { noWebhookResponse: true };
    }
    return { workflowData: [[{ json: this.getBodyData() }]] };
  }
}
