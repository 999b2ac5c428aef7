import type { INodeProperties } from 'n8n-workflow';

const ORDERS = { resource: ['video', 'batch'], operation: ['render'] };
const FROM_TEMPLATE = { resource: ['video', 'batch', 'still'], operation: ['render'] };

const resources: INodeProperties[] = [
  {
    displayName: 'Resource',
    name: 'resource',
    type: 'options',
    noDataExpression: true,
    options: [
      { name: 'Batch', value: 'batch' },
      { name: 'Still', value: 'still' },
      { name: 'Template', value: 'template' },
      { name: 'Video', value: 'video' },
    ],
    default: 'video',
  },
  {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    displayOptions: { show: { resource: ['video'] } },
    options: [
      { name: 'Get', value: 'get', action: 'Get a video', description: 'Get a video with its status and its file' },
      {
        name: 'Render',
        value: 'render',
        action: 'Render a video',
        description: 'Render a video of a template for each item',
      },
    ],
    default: 'render',
  },
  {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    displayOptions: { show: { resource: ['batch'] } },
    options: [
      {
        name: 'Get Videos',
        value: 'getVideos',
        action: 'Get the videos of a batch',
        description: 'Get the videos of a batch in the order of its rows',
      },
      {
        name: 'Render',
        value: 'render',
        action: 'Render a batch',
        description: 'Render a video for every item as one batch: all of them or none',
      },
    ],
    default: 'render',
  },
  {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    displayOptions: { show: { resource: ['still'] } },
    options: [
      {
        name: 'Render',
        value: 'render',
        action: 'Render a still',
        description: 'Render one frame of a template as an image',
      },
    ],
    default: 'render',
  },
  {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    displayOptions: { show: { resource: ['template'] } },
    options: [
      {
        name: 'Get Many',
        value: 'getMany',
        action: 'Get many templates',
        description: 'Get the templates of the organization',
      },
    ],
    default: 'getMany',
  },
];

const templates: INodeProperties[] = [
  {
    displayName: 'Template Name or ID',
    name: 'templateId',
    type: 'options',
    typeOptions: { loadOptionsMethod: 'getTemplates' },
    displayOptions: { show: FROM_TEMPLATE },
    default: '',
    required: true,
    description:
      'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
  },
  {
    displayName: 'Size Name or ID',
    name: 'size',
    type: 'options',
    typeOptions: { loadOptionsMethod: 'getSizes', loadOptionsDependsOn: ['templateId'] },
    displayOptions: { show: FROM_TEMPLATE },
    default: '',
    description:
      'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
    hint: 'One of the sizes of the template. Its own by default.',
  },
  {
    displayName: 'Variables',
    name: 'variables',
    type: 'resourceMapper',
    noDataExpression: true,
    typeOptions: {
      loadOptionsDependsOn: ['templateId'],
      resourceMapper: {
        resourceMapperMethod: 'getVariables',
        mode: 'add',
        fieldWords: { singular: 'variable', plural: 'variables' },
        addAllFields: true,
      },
    },
    displayOptions: { show: FROM_TEMPLATE },
    default: { mappingMode: 'defineBelow', value: null },
    description: 'The values of the variables of the template. What is left empty keeps its default.',
  },
  {
    displayName: 'Layer Changes',
    name: 'layerChanges',
    type: 'fixedCollection',
    typeOptions: { multipleValues: true },
    placeholder: 'Add Change',
    displayOptions: { show: FROM_TEMPLATE },
    default: {},
    options: [
      {
        displayName: 'Change',
        name: 'change',
        values: [
          { displayName: 'Layer', name: 'layer', type: 'string', default: '', description: 'The name of the layer' },
          {
            displayName: 'Page',
            name: 'page',
            type: 'number',
            typeOptions: { minValue: 1 },
            default: 1,
            description: 'The number of the page',
          },
          {
            displayName: 'Property',
            name: 'property',
            type: 'string',
            default: 'text',
            description: 'What to change, such as text, source_url or visible',
          },
          { displayName: 'Value', name: 'value', type: 'string', default: '' },
        ],
      },
    ],
    description: 'Changes of single layers, for templates without a variable for it',
  },
];

const orders: INodeProperties[] = [
  {
    displayName: 'Format',
    name: 'format',
    type: 'options',
    options: [
      { name: 'GIF', value: 'gif' },
      { name: 'MP4', value: 'mp4' },
      { name: 'WebM', value: 'webm' },
    ],
    displayOptions: { show: ORDERS },
    default: 'mp4',
  },
  {
    displayName: 'Test',
    name: 'test',
    type: 'boolean',
    displayOptions: { show: ORDERS },
    default: false,
    description: 'Whether to render free of charge, small and with a watermark',
  },
  {
    displayName: 'Wait Until Finished',
    name: 'wait',
    type: 'boolean',
    displayOptions: { show: ORDERS },
    default: false,
    description:
      'Whether the run waits until Framewright reports the end. A run waits for one video, or for one batch.',
  },
  {
    displayName: 'Batch Name',
    name: 'batchName',
    type: 'string',
    displayOptions: { show: { resource: ['batch'], operation: ['render'] } },
    default: '',
    description: 'A name for people',
  },
  {
    displayName: 'Options',
    name: 'options',
    type: 'collection',
    placeholder: 'Add option',
    displayOptions: { show: ORDERS },
    default: {},
    options: [
      {
        displayName: 'Frames per Second',
        name: 'fps',
        type: 'options',
        options: [
          { name: '24', value: 24 },
          { name: '30', value: 30 },
        ],
        default: 24,
        description: 'A GIF always has 12',
      },
      {
        displayName: 'Metadata',
        name: 'metadata',
        type: 'string',
        default: '',
        description: 'Any text, such as the number of an order. It comes back with the video.',
      },
      {
        displayName: 'Template Version',
        name: 'version',
        type: 'number',
        typeOptions: { minValue: 1 },
        default: 1,
        description: 'The newest unless set',
      },
      {
        displayName: 'Wait at Most (Hours)',
        name: 'waitHours',
        type: 'number',
        typeOptions: { minValue: 1 },
        default: 48,
        description: 'After this time the run continues with the items that the node was given',
      },
    ],
  },
];

const stills: INodeProperties[] = [
  binaryField({ resource: ['still'] }),
  {
    displayName: 'Image Format',
    name: 'imageFormat',
    type: 'options',
    options: [
      { name: 'JPEG', value: 'jpeg' },
      { name: 'PNG', value: 'png' },
      { name: 'WebP', value: 'webp' },
    ],
    displayOptions: { show: { resource: ['still'] } },
    default: 'png',
  },
  {
    displayName: 'Options',
    name: 'stillOptions',
    type: 'collection',
    placeholder: 'Add option',
    displayOptions: { show: { resource: ['still'] } },
    default: {},
    options: [
      {
        displayName: 'Time (Seconds)',
        name: 'time',
        type: 'number',
        typeOptions: { minValue: 0, numberPrecision: 3 },
        default: 0,
        description: 'Seconds from the start. The time of the poster unless set.',
      },
      {
        displayName: 'Width',
        name: 'width',
        type: 'number',
        typeOptions: { minValue: 16 },
        default: 640,
        description: 'Pixels to which the image is scaled down',
      },
    ],
  },
];

const reads: INodeProperties[] = [
  {
    displayName: 'Video ID',
    name: 'videoId',
    type: 'string',
    displayOptions: { show: { resource: ['video'], operation: ['get'] } },
    default: '',
    required: true,
  },
  {
    displayName: 'Download File',
    name: 'download',
    type: 'boolean',
    displayOptions: { show: { resource: ['video'], operation: ['get'] } },
    default: false,
    description: 'Whether to put the file of a completed video into the output as binary data',
  },
  {
    displayName: 'Batch ID',
    name: 'batchId',
    type: 'string',
    displayOptions: { show: { resource: ['batch'], operation: ['getVideos'] } },
    default: '',
    required: true,
  },
  binaryField({ resource: ['video'], operation: ['get'], download: [true] }),
  {
    displayName: 'Return All',
    name: 'returnAll',
    type: 'boolean',
    displayOptions: { show: { operation: ['getMany', 'getVideos'] } },
    default: false,
    description: 'Whether to return all results or only up to a given limit',
  },
  {
    displayName: 'Limit',
    name: 'limit',
    type: 'number',
    typeOptions: { minValue: 1 },
    displayOptions: { show: { operation: ['getMany', 'getVideos'], returnAll: [false] } },
    default: 50,
    description: 'Max number of results to return',
  },
];

function binaryField(show: Record<string, Array<string | boolean>>): INodeProperties {
  return {
    displayName: 'Put Output File in Field',
    name: 'binaryField',
    type: 'string',
    displayOptions: { show },
    default: 'data',
    required: true,
    hint: 'The name of the output binary field',
  };
}

/** The form of the node. */
export const properties = [...resources, ...templates, ...orders, ...stills, ...reads];
