/** The release, which the bundle of the package states. */
export const VERSION = process.env['FRAMEWRIGHT_CLI_VERSION'] ?? 'from the sources';
