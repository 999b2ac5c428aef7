import { QueryClientProvider } from '@tanstack/react-query';
import { createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/query-client.ts';
import { EditorPage } from './editor/editor-page.tsx';
import { type Alone, AloneContext, type StoredReport } from './editor/model/alone.ts';
import './page.css';
import { applyTheme, storedTheme } from './shell/theme.ts';
import { Toasts } from './ui/toast.tsx';

// The editor without the rest of the console. Its server has one template, and answers the operations that the editor uses.
const alone: Alone = {
  files: `${window.location.origin}/files/0/`,
  follow: (onReport) => {
    const events = new EventSource('/v1/reports');
    events.addEventListener('message', ({ data }) => onReport(JSON.parse(String(data)) as StoredReport));
    return () => events.close();
  },
};
const root = createRootRoute();
const editor = createRoute({ getParentRoute: () => root, path: '/templates/$id/edit', component: EditorPage });
const router = createRouter({ routeTree: root.addChildren([editor]), basepath: '/editor' });

applyTheme(storedTheme());
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <Toasts>
        <AloneContext value={alone}>
          <RouterProvider router={router} />
        </AloneContext>
      </Toasts>
    </QueryClientProvider>
  </StrictMode>,
);
