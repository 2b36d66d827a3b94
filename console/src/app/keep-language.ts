import { type Session, storeLanguage } from '../data/session.ts';
import { LANGUAGE } from '../lib/i18n/language.ts';

let storedFor: number | null = null;

/** Stores the console's language for the person's emails, once per visit and only if it differs. */
export function keepLanguage(session: Session | undefined): void {
  if (session?.person == null || session.needs_second_factor || session.person.id === storedFor) return;
  storedFor = session.person.id;
  if (session.person.language === LANGUAGE) return;
  // The next visit tries again.
  storeLanguage(LANGUAGE).catch(() => undefined);
}
