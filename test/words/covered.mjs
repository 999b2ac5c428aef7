/** Where no retired word may come back, as git's pathspecs. */
export const COVERED = [
  '.ci',
  'deploy/Dockerfile',
  'deploy/compose.yaml',
  'docs/glossary.md',
  'nest-cli.json',
  'package.json',
  'skaffold.yaml',
  'tsconfig.json',
];
