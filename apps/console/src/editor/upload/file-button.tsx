import { type ChangeEvent, type ReactNode, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import type { UploadedFile } from './add-file.ts';

/** Types of files that the browser's dialog offers first. The content of a file decides in the end. */
const ACCEPT: Readonly<Record<UploadedFile['kind'], string>> = {
  image: 'image/png,image/jpeg,image/gif,image/webp,image/avif',
  video: 'video/mp4,video/quicktime,video/webm',
  audio: 'audio/*',
  font: '.ttf,.otf,.woff,.woff2',
};

interface FileButtonProps {
  kinds: readonly UploadedFile['kind'][];
  onFiles: (files: readonly File[]) => void;
  look?: 'primary' | 'plain';
  isBusy?: boolean;
  children: ReactNode;
}

/** A button that opens the browser's window for files. */
export function FileButton({ kinds, onFiles, look = 'plain', isBusy = false, children }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(event.target.files ?? [])]);
    event.target.value = ''; // the same file can be chosen again
  };
  return (
    <>
      <Button look={look} isBusy={isBusy} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input ref={input} type="file" hidden accept={kinds.map((kind) => ACCEPT[kind]).join(',')} onChange={choose} />
    </>
  );
}
