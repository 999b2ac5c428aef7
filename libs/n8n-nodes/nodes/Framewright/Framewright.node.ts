import {
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
  type IWebhookFunctions,
  type IWebhookResponseData,
  NodeConnectionTypes,
} from 'n8n-workflow';
import { execute } from './execute.js';
import { lists } from './lists.js';
import { properties } from './properties.js';
import { resume } from './wait.js';

// eslint-disable-next-line @n8n/community-nodes/webhook-lifecycle-complete -- the webhook resumes a run and is registered nowhere
export class Framewright implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Framewright',
    name: 'framewright',
    icon: 'file:../framewright.svg',
    group: ['output'],
    version: 1,
    subtitle: '={{ $parameter["resource"] + ": " + $parameter["operation"] }}',
    description: 'Render videos and stills of templates',
    defaults: { name: 'Framewright' },
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    usableAsTool: true,
    credentials: [{ name: 'framewrightApi', required: true }],
    webhooks: [
      {
        name: 'default',
        httpMethod: 'POST',
        responseMode: 'onReceived',
        path: '={{ $nodeId }}',
        restartWebhook: true,
        isFullPath: true,
      },
    ],
    properties,
  };

  methods = lists;

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    return execute(this);
  }

  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    return resume(this);
  }
}
