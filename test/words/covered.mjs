/** Where no retired word may come back, as git's pathspecs. */
export const COVERED = [
  '.ci',
  'deploy/Dockerfile',
  'deploy/compose.yaml',
  '.github',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'docs/glossary.md',
  'docs/versioning.md',
  'test/documents',
  'nest-cli.json',
  'package.json',
  'skaffold.yaml',
  'tsconfig.json',
];
