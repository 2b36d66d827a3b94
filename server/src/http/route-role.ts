import { areaRole, includesRole, type Role } from '#contract/roles.ts';
import { AppError } from '../core/errors.ts';
import type { Route } from './route.ts';

/** The least powerful role that may use a route. On public routes, less powerful callers count as visitors. */
export function roleOf({ role, tag, method }: Pick<Route, 'role' | 'tag' | 'method'>): Role {
  return role ?? areaRole(tag, method === 'GET');
}

/** Throws `forbidden` if a caller's role is not powerful enough. */
export function requireRole(held: Role, needed: Role): void {
  if (!includesRole(held, needed)) throw roleTooLow(held, needed);
}

/** Throws `forbidden` if the account requires a second factor that the caller does not have. */
export function requireSecondFactor(
  { needsSecondFactor }: { needsSecondFactor?: boolean },
  { duringSetup }: Pick<Route, 'duringSetup'> = {},
): void {
  if (needsSecondFactor !== true || duringSetup === true) return;
  const text = 'This account requires a second factor. Set it up in your profile first.';
  throw new AppError('forbidden', text, { reason: 'SECOND_FACTOR_REQUIRED' });
}

function roleTooLow(held: Role, needed: Role): AppError {
  const text = `This needs the role ${needed}${needed === 'owner' ? '' : ' or higher'}. Your role is ${held}.`;
  return new AppError('forbidden', text, { reason: 'ROLE_TOO_LOW' });
}
