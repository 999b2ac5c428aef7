import type { IAuthenticateGeneric, ICredentialTestRequest, ICredentialType, INodeProperties } from 'n8n-workflow';

export class FramewrightApi implements ICredentialType {
  name = 'framewrightApi';
  displayName = 'Framewright API';
  icon = 'file:../nodes/framewright.svg' as const;
  documentationUrl = 'https://github.com/framewright/framewright/blob/main/docs/guides/automation.md';

  properties: INodeProperties[] = [
    {
      displayName: 'Base URL',
      name: 'baseUrl',
      type: 'string',
      default: 'http://127.0.0.1:8080/v1',
      required: true,
      description: 'The address of the API. It ends in /v1.',
    },
    {
      displayName: 'API Key',
      name: 'apiKey',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      required: true,
      placeholder: 'fw_…',
    },
    {
      displayName: 'Callback Secret',
      name: 'callbackSecret',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      placeholder: 'whsec_…',
      description:
        'The secret of the organization that signs callbacks: the answer of POST /callbacks/rotate-secret. With it, a run that waits for a video is resumed by a signed call only.',
    },
  ];

  authenticate: IAuthenticateGeneric = {
    type: 'generic',
    properties: { headers: { Authorization: '=Bearer {{$credentials.apiKey}}' } },
  };

  test: ICredentialTestRequest = {
    request: { baseURL: '={{$credentials.baseUrl}}', url: '/templates', qs: { limit: 1 } },
  };
}
