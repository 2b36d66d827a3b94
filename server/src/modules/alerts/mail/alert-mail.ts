import { type AlertSubject, alertWords } from '#contract/alert-words.ts';
import type { Language } from '#contract/languages.ts';
import { translatorOfListed } from '#contract/listed-texts.ts';
import { mailText } from '../../../mail/mail-text.ts';
import { type MailTranslator, mailMoney, mailTranslator } from '../../../mail/mail-translator.ts';
import { ALERT_MESSAGES } from './alert-messages.ts';

interface AlertMail {
  /** Public base URL of this server. */
  origin: string;
  alert: AlertSubject & { message: string; count: number };
  language: Language;
}

interface Composed {
  subject: string;
  text: string;
  html: string;
}

/** The email about an alert. */
export function composeAlertMail({ origin, alert, language }: AlertMail): Composed {
  const t = mailTranslator(language);
  const { title, action } = headline(t, alert);
  const content = mailText({
    language,
    paragraphs: [
      `${title}.`,
      messageIn(language, alert.message),
      ...(alert.count > 1 ? [t('Occurrences so far: {count}.', { count: alert.count })] : []),
    ],
    link: { label: action, url: `${origin}${alertWords(alert).page}` },
    footer: t('Alert from your Parley account. Choose which alerts you get: {url}', {
      url: `${origin}/settings#alerts`,
    }),
  });
  return { subject: title, ...content };
}

/** The email that a member sends from the alert settings. */
export function composeTestMail({ origin, language }: Pick<AlertMail, 'origin' | 'language'>): Composed {
  const t = mailTranslator(language);
  const content = mailText({
    language,
    paragraphs: [
      t('Emails from Parley reach this address. You will get one when something needs your attention.'),
    ],
    link: { label: t('Open alert settings'), url: `${origin}/settings#alerts` },
    footer: t('You asked for this test in the alert settings of Parley.'),
  });
  return { subject: t('Test email from Parley'), ...content };
}

/** The words of `alertWords`. */
function headline(
  t: MailTranslator,
  { kind, objectName: name }: AlertSubject,
): { title: string; action: string } {
  switch (kind) {
    case 'balance_low':
      return { title: t('Low balance'), action: t('Open billing') };
    case 'campaign_paused':
      return { title: t('Campaign “{name}” stopped', { name }), action: t('Open campaign') };
    case 'document_failed':
      return {
        title: t('Document “{name}” could not be read', { name }),
        action: t('Open knowledge base'),
      };
    case 'endpoint_disabled':
      return { title: t('Webhook endpoint {name} is disabled', { name }), action: t('Open webhooks') };
    case 'provider_failed':
      return { title: t('{name} keeps failing', { name }), action: t('Open calls') };
    case 'sender_problem':
      return { title: t('Messaging sender {name} has a problem', { name }), action: t('Open messaging') };
  }
}

/** A message in the language; reasons of carriers stay as they are. */
export function messageIn(language: Language, message: string): string {
  const t = mailTranslator(language);
  return translatorOfListed(ALERT_MESSAGES, (text, values = {}) => {
    const dollars = /^\$(\d+\.\d\d)$/.exec(values['amount'] ?? '')?.[1];
    return t(
      text,
      dollars === undefined ? values : { ...values, amount: mailMoney(language, Number(dollars)) },
    );
  })(message);
}
