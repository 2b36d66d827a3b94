import { AppError } from '../../../core/errors.ts';
import { mayTalk } from '../rules.ts';

/** The browser page that a request comes from; null: no browser. */
export interface Page {
  origin: string | null;
  /** It is one of this server's pages. */
  isOwn: boolean;
}

/** Throws `bad-request` for a page that the assistant's `allowed_origins` leave out. */
export function requireSite(page: Page, allowedOrigins: readonly string[]): void {
  if (mayTalk(page, allowedOrigins)) return;
  throw new AppError('bad-request', 'This site may not open a conversation with this assistant.');
}
