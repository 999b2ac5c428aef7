import { addPage, duplicatePage, type JsonObject, movePage, pageDuration, pagesOf, removePage } from '#libs/document';
import { edit, type EditorState, documentOf, showPage } from '../document/editor-state.ts';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { useEditor } from '../editor-model.ts';
import { ToolButton } from '../ui/tool-button.tsx';
import { PageThumb } from './page-thumb.tsx';
import styles from './page-strip.module.css';
import { usePageDrag } from './use-page-drag.ts';

/** The pages in their order: which is shown, and what can be done with it. */
export function PageStrip() {
  const { document, state, change, canWrite } = useEditor();
  const pages = pagesOf(document);
  return (
    <section className={styles.strip} aria-label="Pages">
      <header className={styles.header}>
        <h2>Pages</h2>
        {canWrite && <PageMenu count={pages.length} page={state.page} />}
        {canWrite && (
          <ToolButton
            icon="plus"
            label="Add page"
            onClick={() =>
              change((before) =>
                changed(before, addPage(documentOf(before), before.page + 1), 'Add page', before.page + 1),
              )
            }
          />
        )}
      </header>
      <ol className={styles.pages}>
        {pages.map((page, index) => (
          <PageEntry key={index} page={page} index={index} />
        ))}
      </ol>
    </section>
  );
}

function PageEntry({ page, index }: { page: JsonObject; index: number }) {
  const { state, change, canWrite } = useEditor();
  const { dropAt, handlers } = usePageDrag(index);
  return (
    <li className={styles.entry} data-drop={dropAt} draggable={canWrite} {...handlers}>
      <button
        type="button"
        className={styles.page}
        aria-current={index === state.page ? 'page' : undefined}
        onClick={() => change((before) => showPage(before, index))}
      >
        <span className={styles.number}>{index + 1}</span>
        <PageThumb index={index} />
        <span className={styles.facts}>
          <span className={styles.name}>{nameOf(page, index)}</span>
          <span className={styles.duration}>{pageDuration(page)} s</span>
        </span>
      </button>
    </li>
  );
}

function PageMenu({ page, count }: { page: number; count: number }) {
  const { change } = useEditor();
  const move = (by: number) =>
    change((state) => changed(state, movePage(documentOf(state), page, page + by), 'Move page', page + by));
  return (
    <Menu trigger={<ToolButton icon="more" label={`Actions of page ${page + 1}`} />}>
      <MenuItem
        onSelect={() =>
          change((state) => changed(state, duplicatePage(documentOf(state), page), 'Duplicate page', page + 1))
        }
      >
        Duplicate
      </MenuItem>
      <MenuItem disabled={page === 0} onSelect={() => move(-1)}>
        Move up
      </MenuItem>
      <MenuItem disabled={page === count - 1} onSelect={() => move(1)}>
        Move down
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        isDanger
        disabled={count === 1}
        onSelect={() => change((state) => changed(state, removePage(documentOf(state), page), 'Delete page', page))}
      >
        Delete
      </MenuItem>
    </Menu>
  );
}

function changed(state: EditorState, document: JsonObject, label: string, page: number): EditorState {
  return showPage(edit(state, { document, label }), page);
}

function nameOf(page: JsonObject, index: number): string {
  return typeof page['name'] === 'string' ? page['name'] : `Page ${index + 1}`;
}
