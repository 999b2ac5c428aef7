import { z } from 'zod';

/** Inputs that several tools have. */
export const TEMPLATE_ID = z.uuid().describe('Id of the template, from find_templates or create_draft.');
export const VERSION = z.int().min(1).optional().describe('Published version. Default: the newest.');
export const SOURCE = z
  .enum(['draft', 'published'])
  .default('draft')
  .describe('The draft (without one, it equals the newest version), or the newest published version.');
export const MODIFICATIONS = z
  .record(z.string(), z.unknown())
  .optional()
  .describe(
    'Values for this one picture or video: {"variables": {…}, "pages": [{"number": 1, "layers": [{"name": "title", "text": "…"}]}]}.',
  );
export const SIZE = z.string().max(200).optional().describe("Name of one of the template's sizes. Default: its own.");
export const FORMAT = z.enum(['mp4', 'webm', 'gif']).default('mp4').describe('Format of the file.');
