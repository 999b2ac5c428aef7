import { lazy, Suspense, useState } from 'react';
import type { Video } from '#libs/client';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { isFailedRow } from './video-words.ts';

const CorrectedRequest = lazy(async () => ({ default: (await import('./corrected-request.tsx')).CorrectedRequest }));

interface ChangeAndRenderProps {
  video: Video;
  /** Whether it stands at a row of a list. */
  isInList?: boolean;
}

/** Renders the request of a video again with corrected values: within its batch where the video is a failed row of one. */
export function ChangeAndRender({ video, isInList = false }: ChangeAndRenderProps) {
  const [isOpen, setOpen] = useState(false);
  const name = isInList
    ? ({ size: 'small', look: 'quiet', 'aria-label': `Correct row ${video.batch_row}` } as const)
    : {};
  return (
    <>
      <Button {...name} onClick={() => setOpen(true)}>
        {isInList ? 'Correct' : 'Correct and render'}
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Correct and render"
        description={
          isFailedRow(video)
            ? `The values of row ${video.batch_row}. The corrected video takes its place in the batch.`
            : 'The values of the request. The video with the corrected ones is a new one.'
        }
      >
        <Suspense fallback={<Skeleton lines={3} />}>
          <CorrectedRequest video={video} onClose={() => setOpen(false)} />
        </Suspense>
      </Dialog>
    </>
  );
}
