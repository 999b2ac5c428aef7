import { shapeSchema, shapesWithin, TemplateDocument } from '#libs/template';
import type { TemplateSchema } from '../../../apps/console/src/editor/schema/template-schema.ts';

const style = { refTo: ({ name }: { name: string }) => `#/$defs/${name}`, placeholders: true, inlinesUnions: true };
/** The JSON Schema of templates, as the gateway serves it. */
export const TEMPLATE_SCHEMA = {
  ...shapeSchema(TemplateDocument, style),
  $defs: Object.fromEntries(
    [...shapesWithin(TemplateDocument)].map((shape) => [shape.name, shapeSchema(shape, style)]),
  ),
} as unknown as TemplateSchema;
