import { type Session, storeLanguage } from '../data/session.ts';
import { LANGUAGE } from '../lib/i18n/language.ts';

let storedFor: number | null = null;

/** Emails to the person come in the language of the console, so it is stored once per visit and person if it differs. */
export function keepLanguage(session: Session | undefined): void {
  if (session?.person == null || session.needs_second_factor || session.person.id === storedFor) return;
  storedFor = session.person.id;
  if (session.person.language === LANGUAGE) return;
  // The next visit tries again.
  storeLanguage(LANGUAGE).catch(() => undefined);
}
