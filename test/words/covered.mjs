/** Where no retired word may come back, as git's pathspecs: everything but what still has some. */
export const COVERED = ['.', ':!deploy/README.md'];
