import { type ComponentType, useEffect, useState } from 'react';

/** The loaders of all late parts. */
const loaders = new Set<() => Promise<unknown>>();

/**
 * A component whose code comes when the page has been shown ({@link useLateParts}), or when it is needed before. Nothing stands
 * in its place until then.
 */
export function latePart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  const once = async (): Promise<ComponentType<Props>> => (loaded ??= await load());
  loaders.add(once);
  return function LatePart(props: Props) {
    const [Part, setPart] = useState(() => loaded);
    useEffect(() => {
      // Without a connection, the next one that appears tries again.
      if (!Part)
        once().then(
          (part) => setPart(() => part),
          () => undefined,
        );
    }, [Part]);
    return Part && <Part {...props} />;
  };
}

/** Loads the late parts when the page has been shown, so that nothing waits for them later. */
export function useLateParts(): void {
  useEffect(() => {
    for (const load of loaders) load().catch(() => undefined);
  }, []);
}
