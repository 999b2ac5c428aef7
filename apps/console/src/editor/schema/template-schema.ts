import type { Json } from '#libs/document';

/** A property of the template schema (`GET /v1/template-schema`), as far as the editor reads it. */
export interface PropertySchema {
  readonly type?: string;
  readonly description?: string;
  readonly default?: Json;
  readonly enum?: readonly Json[];
  readonly const?: Json;
  readonly examples?: readonly Json[];
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly multipleOf?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  /** The format of a string: `paint`, `easing`. */
  readonly format?: string;
  readonly anyOf?: readonly PropertySchema[];
  readonly items?: PropertySchema & { readonly oneOf?: readonly PropertySchema[] };
  /** The properties of an object that has no class of its own. */
  readonly properties?: Readonly<Record<string, PropertySchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | PropertySchema;
  readonly $ref?: string;
}

/** One class of the document: a page, a text layer, an animation. */
export interface ObjectSchema {
  readonly description?: string;
  readonly required?: readonly string[];
  readonly properties: Readonly<Record<string, PropertySchema>>;
}

/** The schema of the whole document. */
export interface TemplateSchema extends ObjectSchema {
  readonly $defs: Readonly<Record<string, ObjectSchema>>;
}

/** The name of the class that a property refers to, itself or by its members. */
export function referredClass(property: PropertySchema | undefined): string | undefined {
  return property?.$ref?.split('/').at(-1);
}

/** The class of the layers of `kind` ("text", "image"). */
export function layerSchema(schema: TemplateSchema, kind: string): ObjectSchema | undefined {
  return Object.values(schema.$defs).find(
    ({ properties }) => isLayer(properties) && properties['type']?.const === kind,
  );
}

function isLayer(properties: ObjectSchema['properties']): boolean {
  return properties['type']?.const !== undefined && 'blend_mode' in properties;
}
