import * as Radix from '@radix-ui/react-dialog';
import { type KeyboardEvent, useDeferredValue, useId, useRef, useState } from 'react';
import { Icon } from '../ui/icon.tsx';
import styles from './palette.module.css';
import { type Command, useCommands } from './use-commands.ts';

/** A window in which a few letters lead to a page, a template, a video or an action. */
export function Palette({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const sought = useDeferredValue(text.trim());
  const groups = useCommands(sought);
  const commands = groups.flatMap((group) => group.commands);
  const [place, setPlace] = useState(0);
  const chosen = Math.min(place, commands.length - 1);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const run = (command: Command) => {
    onClose();
    command.run();
  };
  const go = (to: number) => {
    if (commands.length === 0) return;
    const next = (to + commands.length) % commands.length;
    setPlace(next);
    list.current?.querySelectorAll('[role=option]')[next]?.scrollIntoView({ block: 'nearest' });
  };
  const press = (event: KeyboardEvent) => {
    const command = commands[chosen];
    if (event.key === 'ArrowDown') go(chosen + 1);
    else if (event.key === 'ArrowUp') go(chosen - 1);
    else if (event.key === 'Enter' && command) run(command);
    else return;
    event.preventDefault();
  };
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <div className={styles.veil}>
          <Radix.Content className={styles.palette} aria-describedby={undefined}>
            <Radix.Title className="visually-hidden">Go to</Radix.Title>
            <div className={styles.head}>
              <Icon name="search" />
              <input
                role="combobox"
                aria-label="Search pages, templates, videos and actions"
                aria-expanded="true"
                aria-controls={id}
                aria-activedescendant={commands.length > 0 ? `${id}-${chosen}` : undefined}
                placeholder="A page, a template, a video, an id …"
                maxLength={200}
                value={text}
                onChange={({ target }) => {
                  setText(target.value);
                  setPlace(0);
                }}
                onKeyDown={press}
              />
            </div>
            <div ref={list} id={id} role="listbox" aria-label="Results" className={styles.list} tabIndex={-1}>
              {groups.map(({ label, commands: members }) => (
                <div key={label} role="group" aria-label={label}>
                  <p className={styles.group} aria-hidden="true">
                    {label}
                  </p>
                  {members.map((command) => {
                    const at = commands.indexOf(command);
                    return (
                      <div
                        key={command.id}
                        id={`${id}-${at}`}
                        role="option"
                        aria-selected={at === chosen}
                        className={styles.option}
                        onPointerMove={() => setPlace(at)}
                        onClick={() => run(command)}
                      >
                        <Icon name={command.icon} />
                        <span className={styles.label}>{command.label}</span>
                        {command.hint !== undefined && <span className={styles.hint}>{command.hint}</span>}
                      </div>
                    );
                  })}
                </div>
              ))}
            </div>
            {commands.length === 0 && (
              <p className={styles.nothing} role="status">
                Nothing is found. Videos are found by the beginning of their metadata or by their id.
              </p>
            )}
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  );
}
