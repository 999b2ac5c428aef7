import {
  addPage,
  duplicatePage,
  type JsonObject,
  movePage,
  pagesOf,
  removePage,
  rounded,
  sameJson,
} from '#libs/document';
import { edit, type EditorState, documentOf, pageSecondsOf, showPage } from '../model/editor-state.ts';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { useEditor, useEditorState } from '../model/editor-model.ts';
import { ToolButton } from '../ui/tool-button.tsx';
import line from './drop-line.module.css';
import { PageThumb } from './page-thumb.tsx';
import { StructureMark, structureMark } from './structure-mark.tsx';
import styles from './page-strip.module.css';
import { PanelHead } from './panel-head.tsx';
import { usePageDrag } from './use-page-drag.ts';

/** The pages in their order, with a mark for the one that is shown and the actions on each. */
export function PageStrip() {
  const { change, canWrite } = useEditor();
  const pages = useEditorState(listed, sameJson);
  const shown = useEditorState((state) => state.page);
  return (
    <section className={styles.strip} aria-label="Pages">
      <PanelHead title="Pages">
        {canWrite && <PageMenu count={pages.length} page={shown} />}
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
      </PanelHead>
      <ol className={styles.pages}>
        {pages.map((page, index) => (
          <PageEntry key={index} {...page} index={index} isShown={index === shown} />
        ))}
      </ol>
    </section>
  );
}

/** The facts of a page that the list shows. */
type ListedPage = Readonly<{ name: string; seconds: number; mark: string | undefined }>;

function listed(state: EditorState): readonly ListedPage[] {
  return pagesOf(documentOf(state)).map((page, index) => ({
    name: typeof page['name'] === 'string' ? page['name'] : `Page ${index + 1}`,
    seconds: rounded(pageSecondsOf(state, index), 2),
    mark: structureMark(page),
  }));
}

function PageEntry({ name, seconds, mark, index, isShown }: ListedPage & { index: number; isShown: boolean }) {
  const { change, canWrite } = useEditor();
  const { dropAt, handlers } = usePageDrag(index);
  return (
    <li className={line.target} data-drop={dropAt} draggable={canWrite} {...handlers}>
      <button
        type="button"
        className={styles.page}
        aria-current={isShown ? 'page' : undefined}
        onClick={() => change((before) => showPage(before, index))}
      >
        <span className={styles.number}>{index + 1}</span>
        <PageThumb index={index} />
        <span className={styles.facts}>
          <span className={styles.name}>{name}</span>
          <span className={styles.duration}>{seconds} s</span>
          <StructureMark mark={mark} />
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
