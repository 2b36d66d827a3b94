import { AppError } from '../../../core/errors.ts';
import { mayTalk } from '../rules.ts';

/** The page that sends the request; `origin` is null if a program other than a browser sends it. */
export interface Page {
  origin: string | null;
  /** A page of this server. */
  isOwn: boolean;
}

/** Throws `bad-request` for a page that is not in the assistant's `allowed_origins`. */
export function requireSite(page: Page, allowedOrigins: readonly string[]): void {
  if (mayTalk(page, allowedOrigins)) return;
  throw new AppError('bad-request', 'This site may not open a conversation with this assistant.');
}
