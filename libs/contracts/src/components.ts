import { IsArray, IsIn, IsISO8601, IsObject, IsOptional, IsString, IsUUID, Matches } from 'class-validator';
import { Component, Nested, OrNull } from '#libs/template';
import { HasMaxJson } from './has-max-json.js';
import { IsIntegerFrom } from './is-integer-from.js';
import { IsIntegerIn } from './is-integer-in.js';
import { IsText } from './is-text.js';
import { type Page, PageRequest } from './lists.js';
import { rpc } from './message.js';

/** Bytes of a body with a component. */
export const MAX_COMPONENT_BYTES = 65_536;
/** Characters of a component's name. */
export const MAX_COMPONENT_NAME = 64;
/** The name of a component of an organization. */
export const COMPONENT_NAME = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;

/** A component to create. */
export class CreateComponentBody {
  /** The name by which documents refer to it: a letter, then at most 63 letters, digits or underscores. */
  @IsText(MAX_COMPONENT_NAME)
  @Matches(COMPONENT_NAME)
  name: string;

  /** Its contents. */
  @IsObject()
  @Nested(() => Component)
  component: Component;
}

/** Kinds of things that refer to a component. */
export const COMPONENT_USERS = ['template', 'draft', 'component'] as const;

/** A template, a draft or another component that refers to a component. */
export class ComponentUse {
  /** The newest version of a template, a draft, or the newest version of a component. */
  @IsIn(COMPONENT_USERS)
  kind: (typeof COMPONENT_USERS)[number];

  /** The template; null for a component. */
  @OrNull()
  @IsUUID()
  template_id: string | null;

  /** The name of the template or of the component. */
  @IsString()
  name: string;

  /** The reference: the name, which means the newest version, or `name@version`. */
  @IsString()
  reference: string;
}

/** A version of a component. */
export class ComponentVersion {
  /** Counts from 1. */
  @IsIntegerFrom(1)
  version: number;

  /** When the version was created. */
  @IsISO8601()
  created_at: string;
}

/** A component of an organization, which its templates and other components refer to by its name. */
export class SharedComponent {
  /** The name by which documents refer to it. */
  @IsString()
  name: string;

  /** Its description; null without one. */
  @OrNull()
  @IsString()
  description: string | null;

  /** 1 for a new component. Each PUT creates the next version. */
  @IsIntegerFrom(1)
  version: number;

  /** When version 1 was created. */
  @IsISO8601()
  created_at: string;

  /** When the newest version was created. */
  @IsISO8601()
  updated_at: string;

  /** Its contents, as stored. Lists omit them. */
  @IsOptional()
  @Nested(() => Component)
  component?: Record<string, unknown>;

  /** Templates, drafts and components that refer to it, at most 100. Lists omit them. */
  @IsOptional()
  @IsArray()
  @Nested(() => ComponentUse, { each: true })
  used_by?: ComponentUse[];
}

/** A page of the list of components. */
export class ListComponents extends PageRequest {
  @IsUUID()
  org_id: string;
}

export class CreateComponent {
  @IsUUID()
  org_id: string;

  /** The request body as sent, unchecked. */
  @IsObject()
  @HasMaxJson(MAX_COMPONENT_BYTES * 5)
  body: Record<string, unknown>;
}

export class RemoveComponent {
  @IsUUID()
  org_id: string;

  @IsText(MAX_COMPONENT_NAME)
  name: string;
}

export class GetComponent extends RemoveComponent {
  /** The newest when absent. */
  @IsOptional()
  @IsIntegerIn(1)
  version?: number;
}

/** `PUT /v1/components/{name}`: the contents become the component's next version. */
export class ReplaceComponent extends RemoveComponent {
  /** The contents as sent, unchecked. */
  @IsObject()
  @HasMaxJson(MAX_COMPONENT_BYTES * 5)
  component: Record<string, unknown>;
}

/** A page of the list of a component's versions. */
export class ListComponentVersions extends PageRequest {
  @IsUUID()
  org_id: string;

  @IsText(MAX_COMPONENT_NAME)
  name: string;
}

/** Requests about the components of an organization. */
export const COMPONENTS_RPC = {
  list: rpc<ListComponents, Page<SharedComponent>>('rpc.components.list', ListComponents, { budget: 'requests' }),
  create: rpc<CreateComponent, SharedComponent>('rpc.components.create', CreateComponent, { budget: 'documents' }),
  get: rpc<GetComponent, SharedComponent>('rpc.components.get', GetComponent, { budget: 'requests' }),
  replace: rpc<ReplaceComponent, SharedComponent>('rpc.components.replace', ReplaceComponent, { budget: 'documents' }),
  remove: rpc<RemoveComponent, Record<string, never>>('rpc.components.remove', RemoveComponent, { budget: 'requests' }),
  versions: rpc<ListComponentVersions, Page<ComponentVersion>>('rpc.components.versions', ListComponentVersions, {
    budget: 'requests',
  }),
} as const;
