import { IsObject, IsString, Matches } from 'class-validator';
import { COMPONENT_NAME } from '#libs/contracts';
import { type Checked, type Fault, pinNewest, type SharedNow, validateShape, validateTemplate } from '#libs/template';
import type { Judgment } from '#libs/drafts';

/** A component as it is sent. Its contents are judged as part of a document. */
class NamedContents {
  @IsString()
  @Matches(COMPONENT_NAME)
  name: string;

  @IsObject({ context: { schema: { additionalProperties: true } } })
  component: Record<string, unknown>;
}

export interface ComponentInput {
  body: unknown;
  shared: SharedNow | null;
  /** The field of the request that has the contents: `component`, or the empty text for the whole body. */
  root: string;
}

/** A document that has a component and shows nothing. */
export function documentOfComponent(name: string, component: unknown): Record<string, unknown> {
  return { name, width: 1920, height: 1080, components: { [name]: component }, pages: [{ number: 1, duration: 1 }] };
}

/** Judges a component as a document has it. */
export function judgeComponent(
  { body, shared, root }: ComponentInput,
  { checkAddress, limits }: Judgment,
): Checked<NamedContents> {
  const named = validateShape(NamedContents, body);
  if (!named.ok) return named;
  const { name, component } = named.value;
  if (shared?.components?.[name]) return { ok: false, faults: [containsItself(name, root)] };
  const document = pinNewest(documentOfComponent(name, component), shared ?? {});
  const checked = validateTemplate(document, { checkAddress, limits });
  return checked.ok ? named : { ok: false, faults: checked.faults.map((fault) => atRoot(fault, name, root)) };
}

/** The fault of a component that refers to another one which shows its newest version. */
function containsItself(name: string, root: string): Fault {
  const message = `a component that ${name} contains shows ${name}; a component cannot contain itself`;
  return { field: root || 'body', code: 'INVALID_VALUE', message, value: null };
}

function atRoot(fault: Fault, name: string, root: string): Fault {
  const place = `components.${name}`;
  if (!fault.field.startsWith(place)) return fault;
  return { ...fault, field: `${root}${fault.field.slice(place.length)}`.replace(/^\./, '') || 'body' };
}
