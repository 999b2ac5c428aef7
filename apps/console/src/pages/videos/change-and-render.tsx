import { lazy, Suspense, useState } from 'react';
import type { VideoRequest } from '#libs/client';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

const CorrectedRequest = lazy(async () => ({ default: (await import('./corrected-request.tsx')).CorrectedRequest }));

/** Renders a request again with corrected values, such as those of a row of a batch. */
export function ChangeAndRender({ request }: { request: VideoRequest }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Correct and render</Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Correct and render"
        description="The values of the request. The video with the corrected ones is a new one."
      >
        <Suspense fallback={<Skeleton lines={3} />}>
          <CorrectedRequest first={request} onClose={() => setOpen(false)} />
        </Suspense>
      </Dialog>
    </>
  );
}
