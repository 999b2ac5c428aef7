/** The code with which a service begins to answer probes. */
const PROBES = `  if (port !== undefined) {
    countProcess();
    await health.serve({ port, host }, metrics);
  }
`;

/**
 * Defects that this test has found, by name, and how each is put back into a copy of the checkout: a part must fail for it
 * with its symptom. `apps`: whose images are built from that copy.
 */
export const DEFECTS = {
  'missing-library': {
    what: 'the images have no libatomic, which node is linked to',
    edits: [['deploy/Dockerfile', 'libatomic1 tini', 'tini']],
    apps: ['webhooks'],
    part: 'images',
    symptom: /libatomic\.so\.1 => not found/,
  },
  'escaped-nats-configuration': {
    what: 'toPrettyJson writes > as \\u003e, which nats-server does not read',
    edits: [['helm/framewright/templates/embedded-nats.yaml', ' | replace "\\\\u003e" ">"', '']],
    apps: [],
    part: 'development',
    symptom: /Invalid escape character 'u'/,
  },
  'shared-compiler-cache': {
    what: 'swc copies its addon to a folder that every user may write to, and refuses to load it from there',
    edits: [['deploy/Dockerfile', 'ENV SWC_NATIVE_BINDING_CACHE=/app/dist/.swc\n', '']],
    apps: ['gateway'],
    part: 'live-reload',
    symptom: /Failed to load "@swc\/cli"|ERR_SWC_NATIVE_CACHE/,
  },
  'shell-between': {
    what: 'nest starts the service under a shell and cannot end it without ps',
    edits: [['deploy/live-reload.mjs', ", '--no-shell'", '']],
    apps: ['gateway'],
    part: 'live-reload',
    symptom: /the changed source is served: it does not hold[^]*EADDRINUSE/,
  },
  'late-probes': {
    what: 'a service answers its probes only when it is connected to NATS',
    edits: [
      ['libs/runtime/src/service.ts', PROBES, ''],
      [
        'libs/runtime/src/service.ts',
        'NestFactory.create(root, options));\n',
        `NestFactory.create(root, options));\n${PROBES}`,
      ],
    ],
    apps: ['credits'],
    part: 'development',
    symptom: /credits passes its startup probe[^]*Startup probe failed[^]*connection refused/,
  },
  'impatient-migrations': {
    what: 'a migration job ends at once when PostgreSQL does not answer yet',
    edits: [['libs/database/src/migrate-schema.ts', '  await untilReachable(config.databaseUrl, log);\n', '']],
    apps: ['webhooks'],
    part: 'development',
    symptom: /restarted: .*webhooks-migrate/,
  },
};
