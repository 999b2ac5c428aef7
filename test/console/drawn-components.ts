import type { Page } from 'playwright-core';

/** A component of React that was drawn, and how often. */
export type DrawnComponents = Readonly<Record<string, number>>;

/**
 * Counts the components that React draws. React calls the hook of its developer tools after each commit and flags each
 * component that was drawn (`PerformedWork`). A component that is the same object as before was not drawn.
 */
const COUNTER = `(() => {
  const PERFORMED_WORK = 1;
  const drawn = new Map();
  let commits = 0;
  const visit = (fiber, before) => {
    if (typeof fiber.type === 'function' || typeof fiber.type?.type === 'function') {
      const name = (fiber.type.type ?? fiber.type).name;
      if (!before || fiber.flags & PERFORMED_WORK) drawn.set(name, (drawn.get(name) ?? 0) + 1);
    }
    if (before && fiber.child === before.child) return;
    for (let child = fiber.child; child; child = child.sibling) visit(child, child.alternate);
  };
  window.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
    supportsFiber: true,
    inject: () => 1,
    onCommitFiberUnmount: () => undefined,
    onPostCommitFiberRoot: () => undefined,
    onCommitFiberRoot: (_, root) => {
      commits += 1;
      visit(root.current, root.current.alternate);
    },
  };
  window.drawnComponents = () => {
    const counted = { commits, ...Object.fromEntries(drawn) };
    drawn.clear();
    commits = 0;
    return counted;
  };
})()`;

/** Counts what is drawn in pages that are opened from now on. */
export async function countDrawing(page: Page): Promise<void> {
  await page.addInitScript(COUNTER);
}

/** The components that were drawn since the last call, and the commits. */
export async function drawnComponents(page: Page): Promise<DrawnComponents> {
  return page.evaluate<DrawnComponents>('window.drawnComponents()');
}
