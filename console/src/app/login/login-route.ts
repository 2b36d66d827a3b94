import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { ownPath } from '#contract/own-path.ts';
import { rootRoute } from '../../routing/console-route.ts';
import { isRegistrationOpen } from './registration.ts';

interface LoginSearch {
  next?: string;
  /** Why a login with the identity provider failed. */
  problem?: string;
}

export const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: ({ next, problem }: Record<string, unknown>): LoginSearch => ({
    ...(typeof next === 'string' && ownPath(next) !== null && { next }),
    ...(typeof problem === 'string' && { problem }),
  }),
  component: lazyRouteComponent(() => import('./login-page.tsx'), 'LoginPage'),
});

export const registerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/register',
  beforeLoad: () => {
    if (!isRegistrationOpen()) throw redirect({ to: '/login', replace: true });
  },
  component: lazyRouteComponent(() => import('./register-page.tsx'), 'RegisterPage'),
});

export const inviteRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invite/$token',
  component: lazyRouteComponent(() => import('./invite-page.tsx'), 'InvitePage'),
});

export const forgotRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forgot-password',
  component: lazyRouteComponent(() => import('./forgot-page.tsx'), 'ForgotPage'),
});

export const confirmEmailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/confirm-email/$token',
  component: lazyRouteComponent(() => import('./confirm-email-page.tsx'), 'ConfirmEmailPage'),
});

export const resetRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset-password/$token',
  component: lazyRouteComponent(() => import('./reset-page.tsx'), 'ResetPage'),
});
