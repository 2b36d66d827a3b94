import { type Session, storeLanguage } from '../data/session.ts';
import { LANGUAGE } from '../lib/i18n/language.ts';

let isStored = false;

/** Emails to the person come in the language of the console, so it is stored once per visit if it differs. */
export function keepLanguage(session: Session | undefined): void {
  if (isStored || session?.person == null || session.needs_second_factor) return;
  isStored = true;
  if (session.person.language === LANGUAGE) return;
  // The next visit tries again.
  storeLanguage(LANGUAGE).catch(() => undefined);
}
