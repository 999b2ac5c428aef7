/** Who may import whom. The table is the architecture: a lib not listed for another may not be imported by it. */
const LIB_IMPORTS = {
  document: [],
  template: ['document'],
  timeline: ['document', 'template'],
  compositor: [],
  frames: ['document', 'template', 'timeline', 'compositor'],
  encode: ['contracts', 'timeline'],
  render: ['contracts', 'document', 'template', 'timeline', 'frames', 'encode', 'net-guard'],
  contracts: ['document', 'template'],
  signing: [],
  embedded: [],
  runtime: ['contracts'],
  shares: ['contracts'],
  messaging: ['contracts', 'runtime', 'shares'],
  database: ['runtime'],
  outbox: ['contracts', 'messaging', 'database', 'runtime'],
  storage: ['contracts', 'runtime'],
  'net-guard': [],
  client: [],
  preview: ['document', 'template', 'timeline', 'frames'],
};
/**
 * Which folders of a service or a lib a folder may import, so that they form no loop. The files at the root are open to
 * all.
 */
const FOLDER_IMPORTS = {
  'libs/document/src': { paint: [], edit: [] },
  'libs/template/src': { captions: [], shape: [], rules: ['shape'], layers: ['captions', 'rules', 'shape'] },
  'libs/timeline/src': {
    geometry: [],
    animations: ['geometry'],
    compile: ['animations'],
    transitions: ['animations', 'compile', 'geometry'],
    sample: ['animations', 'compile', 'geometry', 'transitions'],
  },
  'apps/videos/src': {
    documents: [],
    usage: [],
    templates: ['documents'],
    videos: ['documents', 'templates'],
    dispatch: ['documents', 'videos'],
    operator: ['dispatch'],
    batches: ['documents', 'templates', 'videos'],
    repair: ['videos', 'batches', 'dispatch'],
    retention: ['videos', 'batches'],
  },
  'apps/gateway/src': {
    http: [],
    'rate-limit': ['http'],
    auth: ['http', 'rate-limit'],
    audit: ['http', 'auth'],
    openapi: ['http', 'auth', 'audit'],
    'audit-log': ['http', 'auth', 'audit', 'openapi'],
    maintenance: [],
    operator: ['http', 'auth', 'audit', 'openapi', 'maintenance', 'accounts', 'keys', 'media'],
    accounts: ['http', 'rate-limit', 'auth', 'audit', 'openapi'],
    organization: ['http', 'auth', 'audit', 'openapi', 'media'],
    keys: ['http', 'auth', 'openapi', 'accounts'],
    'template-archives': ['http', 'auth', 'openapi', 'media', 'templates'],
    assets: ['http', 'rate-limit', 'auth', 'openapi'],
    'console|credits|fonts|media|preview-tokens|templates|usage|webhooks': ['http', 'auth', 'openapi'],
    'batches|videos': ['http', 'auth', 'maintenance', 'openapi'],
  },
  'apps/console/src': {
    ui: [],
    api: [],
    session: ['api', 'ui'],
    shell: ['api', 'session', 'ui'],
    pages: ['api', 'session', 'ui'],
    editor: ['api', 'session', 'ui'],
  },
  'apps/console/src/editor': {
    ui: [],
    schema: [],
    model: ['schema'],
    commands: ['model'],
    draft: ['model', 'schema'],
    upload: ['model', 'ui', 'draft'],
    picture: ['model'],
    json: ['model', 'schema', 'draft'],
    form: ['model', 'schema', 'ui', 'draft', 'upload'],
    timeline: ['model', 'schema', 'ui'],
    canvas: ['model', 'ui', 'commands', 'picture'],
    layers: ['model', 'schema', 'ui', 'commands', 'upload', 'picture'],
    caller: ['model', 'ui', 'draft', 'form', 'picture'],
  },
  'apps/credits/src': { ledger: [] },
  'apps/renderer/src': { slots: [], attempts: ['slots'], stills: ['slots'], rows: [] },
  'apps/webhooks/src': { endpoints: [], deliveries: ['endpoints'], recoveries: ['endpoints', 'deliveries'] },
};
const PURE = '^libs/(document|template|timeline|compositor|contracts|signing|shares)/src';
const SPECS = '\\.(spec|e2e)\\.ts$|/conformance/';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'apps-never-import-each-other',
      severity: 'error',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'libs-are-entered-through-their-index',
      severity: 'error',
      from: { path: '^(apps|libs|test)/([^/]+)/' },
      to: {
        path: '^libs/([^/]+)/',
        pathNot: [
          '^libs/[^/]+/src/(browser/)?index\\.ts$',
          '^libs/preview/(src/worker\\.ts|for-browsers\\.mjs)$', // a worker is a program, and bundled by who starts it
          '^$1/$2/',
        ],
      },
    },
    {
      name: 'libs-never-import-apps',
      severity: 'error',
      from: { path: '^libs/', pathNot: SPECS },
      to: { path: '^apps/' },
    },
    {
      name: 'testing-is-for-specs',
      severity: 'error',
      from: { pathNot: [SPECS, '^libs/testing/', '^apps/[^/]+/src/testing/', '^test/'] },
      to: { path: '^libs/testing/' },
    },
    {
      name: 'pure-libs-have-no-effects',
      severity: 'error',
      from: { path: PURE, pathNot: SPECS },
      to: {
        dependencyTypes: ['core', 'npm'],
        pathNot: [
          'node_modules/(class-validator|class-transformer|reflect-metadata|culori|bezier-easing|fastest-levenshtein|media-captions|standardwebhooks)/',
          '^(node:)?(crypto|zlib)$', // hashes and checksums are computation
        ],
      },
    },
    {
      name: 'render-reaches-no-service',
      comment: 'it renders in any process: a slot, a command, a spec',
      severity: 'error',
      from: { path: '^libs/render/', pathNot: SPECS },
      to: { path: 'node_modules/(@nestjs|@nats-io|@mikro-orm|@aws-sdk|pg)/', reachable: true },
    },
    {
      name: 'nats-behind-messaging',
      severity: 'error',
      from: { path: '^(apps|libs)/', pathNot: ['^libs/(messaging|testing)/', '^apps/[^/]+/src/testing/', SPECS] },
      to: { path: 'node_modules/@nats-io/' },
    },
    {
      name: 'telemetry-behind-runtime',
      severity: 'error',
      from: { path: '^(apps|libs)/', pathNot: '^libs/runtime/' },
      to: { path: 'node_modules/(@opentelemetry|prom-client)/' },
    },
    {
      name: 'skia-behind-frames',
      comment: 'it decides whether the machine has fonts, which it does when it is loaded',
      severity: 'error',
      from: { path: '^(apps|libs|test)/', pathNot: '^(libs/frames|apps/local/sample)/' },
      to: { path: 'node_modules/@napi-rs/canvas/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 's3-behind-storage',
      severity: 'error',
      from: { path: '^(apps|libs)/', pathNot: '^libs/storage/' },
      to: { path: 'node_modules/@aws-sdk/' },
    },
    ...Object.entries(LIB_IMPORTS).map(([lib, allowed]) => ({
      name: `${lib}-imports`,
      severity: 'error',
      from: { path: `^libs/${lib}/`, pathNot: SPECS },
      to: { path: '^libs/', pathNot: `^libs/(${[lib, ...allowed].join('|')})/` },
    })),
    ...Object.entries(FOLDER_IMPORTS).flatMap(([root, folders]) =>
      Object.entries(folders).map(([folder, allowed]) => ({
        name: `${root}/${folder}-imports`,
        severity: 'error',
        from: { path: `^${root}/(${folder})/`, pathNot: SPECS },
        to: { path: `^${root}/[^/]+/`, pathNot: `^${root}/(${['$1', ...allowed].join('|')})/` },
      })),
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'test/tsconfig.imports.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
};
