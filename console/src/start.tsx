import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createConsoleRouter } from './app/router.tsx';
import { sessionQuery } from './data/session.ts';
import { createQueryClient } from './lib/api/query-client.ts';
import { askForLogin, notifySignedOut, onSignedOut } from './lib/api/session-state.ts';
import { forgetDrafts } from './lib/drafts.ts';
import { onLogOutElsewhere } from './lib/live/log-outs.ts';
import { nameMissingCode } from './lib/missing-code.ts';
import { followSystemTheme } from './lib/theme/theme.ts';

const queries = createQueryClient();
const router = createConsoleRouter(queries);

const PUBLIC_PAGES = /^\/(?:login|register|forgot-password|(?:invite|reset-password|confirm-email)\/.*)$/;

// If the session ends while a page is open, the login opens over it and keeps the input. A visit without a session goes to
// the login page and from there back to this page.
onSignedOut((how) => {
  const { pathname, href } = router.state.location;
  if (PUBLIC_PAGES.test(pathname)) return;
  if (queries.getQueryData(sessionQuery.queryKey) !== undefined) return askForLogin(how);
  queries.clear();
  void router.navigate({ to: '/login', search: { next: href } });
});
onLogOutElsewhere(() => {
  forgetDrafts();
  notifySignedOut('logged-out');
});
followSystemTheme();
nameMissingCode();

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element for the console.');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
