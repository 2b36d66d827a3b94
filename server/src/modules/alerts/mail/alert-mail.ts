import { type AlertSubject, alertWords } from '#contract/alert-words.ts';
import type { Language } from '#contract/languages.ts';
import { translatorOfListed } from '#contract/listed-texts.ts';
import { mailText } from '../../../mail/mail-text.ts';
import { type MailTranslator, mailMoney, mailTranslator } from '../../../mail/mail-translator.ts';

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

/** Messages of alerts, as they are stored. Others, such as reasons of carriers, stay English. */
const MESSAGES: readonly string[] = [
  serverText('The balance is below {amount}.'),
  serverText('The document could not be read.'),
  serverText('The endpoint answered 410 Gone, so nothing is sent to it any more.'),
  serverText('Deliveries to the endpoint have failed for five days, so nothing is sent to it any more.'),
  serverText('The vendor failed during a call.'),
  serverText('The vendor did not answer in time.'),
  serverText('The vendor refuses requests because its rate limit or quota is used up.'),
  serverText('The vendor refuses requests. Check the key and the name of the model.'),
  serverText('The vendor sent a response that cannot be read.'),
  serverText('The vendor is unavailable.'),
  serverText('The carrier rates the quality of this sender as low and may limit its messages.'),
  serverText('The assistant of this campaign was deleted or is not an outbound assistant.'),
  serverText('The assistant of this campaign was deleted.'),
  serverText('The assistant of this campaign is now an inbound assistant.'),
  serverText('This campaign has no phone number to call from.'),
  serverText('All phone numbers chosen for this campaign were released. Choose others.'),
  serverText(
    'The assistant cannot understand speech: no speech-to-text provider is configured for it. Choose one in its settings.',
  ),
  serverText(
    '{count} of the last {total} numbers do not exist, according to the carrier. Check the list and the number format of the trunk before you start the campaign again.',
  ),
  serverText(
    '{count} of the last {total} answered calls failed, mostly because {reason}. Fix the cause, then start the campaign again.',
  ),
  serverText(
    '{count} of the last {total} calls failed, mostly because {reason}. Fix the cause, then start the campaign again.',
  ),
  serverText('the carrier could not connect them or dropped them'),
  serverText('the assistant failed'),
  serverText(
    'The campaign reached its end date. Leads that were not called by then keep waiting: to call them, change the end date and start the campaign again.',
  ),
];

function messageIn(language: Language, message: string): string {
  const t = mailTranslator(language);
  return translatorOfListed(MESSAGES, (text, values = {}) => {
    const dollars = /^\$(\d+\.\d\d)$/.exec(values['amount'] ?? '')?.[1];
    return t(
      text,
      dollars === undefined ? values : { ...values, amount: mailMoney(language, Number(dollars)) },
    );
  })(message);
}

/** Marks a text for the check `texts`. */
function serverText(text: string): string {
  return text;
}
