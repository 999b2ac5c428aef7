import type { IconName } from '../../ui/icon.tsx';
import { useEditor, useEditorState } from '../model/editor-model.ts';
import { type Tool, withTool } from '../model/editor-state.ts';
import { ToolButton } from '../ui/tool-button.tsx';

const TOOLS: readonly (readonly [tool: Tool, icon: IconName, label: string])[] = [
  ['select', 'cursor', 'Select (V)'],
  ['hand', 'hand', 'Move the view (H)'],
  ['text', 'text', 'Text (T)'],
  ['rectangle', 'rectangle', 'Rectangle (R)'],
  ['ellipse', 'ellipse', 'Ellipse (O)'],
];

/** The tools of the pointer on the picture. */
export function Tools() {
  const { change, canWrite } = useEditor();
  const chosen = useEditorState(({ tool }) => tool);
  const shown = canWrite ? TOOLS : TOOLS.slice(0, 2);
  return shown.map(([tool, icon, label]) => (
    <ToolButton
      key={tool}
      icon={icon}
      label={label}
      isPressed={chosen === tool}
      onClick={() => change((state) => withTool(state, tool))}
    />
  ));
}
