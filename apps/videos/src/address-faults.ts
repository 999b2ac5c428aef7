import type { Fault } from '#libs/template';

/** Says what is wrong with an address as it stands; null when nothing is. */
export type CheckUrl = (url: string) => { code: Fault['code']; message: string } | null;

const ADDRESS_FIELD = /(^|_)url$/;

/**
 * Faults of addresses that no renderer may ever fetch: IP literals outside the public internet, forbidden ports and
 * credentials, wherever in `input` a field's name ends in `url` or a variable's value or default is an address. What a
 * name resolves to is not known yet and is checked at every connection.
 */
export function addressFaults(input: unknown, checkUrl: CheckUrl, root = ''): Fault[] {
  const faults: Fault[] = [];
  const visit = (value: unknown, path: string, isAddress: boolean): void => {
    if (typeof value === 'string') {
      const fault = isAddress && isAbsolute(value) ? checkUrl(value) : null;
      if (fault) faults.push({ field: path, ...fault, value: value.slice(0, 256) });
    } else if (Array.isArray(value)) {
      value.forEach((entry, n) => visit(entry, `${path}[${n}]`, isAddress));
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, entry] of Object.entries(value)) {
        const isDefault = name === 'default' && 'type' in value && value.type === 'url';
        const holdsAddress = ADDRESS_FIELD.test(name) || path.endsWith('variables') || isDefault;
        visit(entry, path ? `${path}.${name}` : name, holdsAddress);
      }
    }
  };
  visit(input, root, false);
  return faults;
}

/** What is no http(s) address at all is for the shape's rules to report, or is no address but a text. */
function isAbsolute(value: string): boolean {
  return /^https?:\/\//i.test(value);
}
