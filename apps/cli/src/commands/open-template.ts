import type { Judgment } from '#libs/drafts';
import { createUrlCheck } from '#libs/net-guard';
import { FORMAT_LIMITS } from '#libs/template';
import { CliError, EXIT } from '../cli-error.js';
import { type Project, readProject } from '../documents/project-file.js';
import { connect, fetchTemplate, isTemplateId } from '../remote/connect.js';
import type { Context } from './context.js';
import { readTemplateFile, type TemplateFile } from '../documents/template-file.js';

/** The template of a command, and the rules for it. */
export interface OpenTemplate {
  path: string;
  template: TemplateFile;
  project: Project;
  judgment: Judgment;
}

/** Seconds of a gif, as the service has it by default. */
const MAX_GIF_S = 60;

/**
 * Opens the template that an argument or the project names: a file, or the id of a template of a server.
 *
 * @param allow private CIDR blocks from which files may be fetched
 * @throws CliError with the place of every fault
 */
export async function openTemplate(
  named: string | undefined,
  { allow, remote }: { allow: readonly string[]; remote: string | undefined },
  { environment, signal }: Context,
): Promise<OpenTemplate> {
  const judgment = judgmentOf(allow);
  if (named !== undefined && remote !== undefined && isTemplateId(named)) {
    const template = await fetchTemplate(connect(remote, environment), named, signal);
    return { path: named, template, project: {}, judgment };
  }
  const project = named === undefined ? await readProject() : {};
  const path = named ?? project.template ?? 'template.json';
  return { path, template: await readTemplateFile(path, judgment.checkAddress), project, judgment };
}

/** The rules of the service with its default limits. */
export function judgmentOf(allow: readonly string[]): Judgment {
  const checkAddress = urlCheck(allow);
  return { checkAddress, checkTarget: checkAddress, limits: { ...FORMAT_LIMITS, formatS: { gif: MAX_GIF_S } } };
}

function urlCheck(allow: readonly string[]): Judgment['checkAddress'] {
  try {
    return createUrlCheck({ allow, allowHttp: true });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new CliError(`--allow: ${error.message}`, EXIT.wrongInput, { code: 'USAGE' });
  }
}
