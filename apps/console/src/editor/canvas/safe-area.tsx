import { SAFE_AREAS, type SafeAreaName, safeRect, type Size } from '#libs/document';
import { Menu, MenuChoice } from '../../ui/menu.tsx';
import { ToolButton } from '../ui/tool-button.tsx';
import styles from './stage.module.css';

/** The safe area that the stage shows. */
export type ShownArea = SafeAreaName | 'none';

const NAMES = Object.keys(SAFE_AREAS) as SafeAreaName[];
const OPTIONS = [
  { value: 'none', label: 'None' },
  ...NAMES.map((name) => ({ value: name, label: SAFE_AREAS[name].label })),
] as const;

/** The safe area that a value of a document names. */
export function safeAreaOf(value: unknown): ShownArea {
  return NAMES.find((name) => name === value) ?? 'none';
}

interface SafeAreaMenuProps {
  area: ShownArea;
  onArea: (area: ShownArea) => void;
}

/** Chooses the safe area that the stage shows. */
export function SafeAreaMenu({ area, onArea }: SafeAreaMenuProps) {
  return (
    <Menu trigger={<ToolButton icon="safe" label="Safe area" isPressed={area !== 'none'} />}>
      <MenuChoice<ShownArea> label="Safe area" value={area} options={OPTIONS} onChange={onArea} />
    </Menu>
  );
}

/** The frame without its safe area, shaded. */
export function SafeAreaGuide({ area, size, zoom }: { area: ShownArea; size: Size; zoom: number }) {
  if (area === 'none') return null;
  const { x, y, width, height } = safeRect(area, size);
  const place = { left: x * zoom, top: y * zoom, width: width * zoom, height: height * zoom };
  return (
    <div className={styles.unsafe}>
      <div className={styles.safe} style={place} data-safe-area={area} />
    </div>
  );
}
