import { Icon, type IconName } from './icon.tsx';
import styles from './view-switch.module.css';

interface ViewSwitchProps<View extends string> {
  label: string;
  view: View;
  views: readonly { value: View; label: string; icon: IconName }[];
  onView: (view: View) => void;
}

/** Buttons that choose how a list looks. */
export function ViewSwitch<View extends string>({ label, view, views, onView }: ViewSwitchProps<View>) {
  return (
    <div role="group" aria-label={label} className={styles.switch}>
      {views.map(({ value, label: name, icon }) => (
        <button key={value} type="button" aria-pressed={value === view} title={name} onClick={() => onView(value)}>
          <Icon name={icon} />
          <span className="visually-hidden">{name}</span>
        </button>
      ))}
    </div>
  );
}
