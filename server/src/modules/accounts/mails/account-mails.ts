import type { Language } from '#contract/languages.ts';
import type { Role } from '#contract/roles.ts';
import { type MailContent, mailText } from '../../../mail/mail-text.ts';
import { type MailTranslator, mailTranslator } from '../../../mail/mail-translator.ts';

interface Composed {
  subject: string;
  text: string;
  html: string;
}

/** An email with a link to a page of the console. `language`: the recipient's; null means English. */
interface LinkMail {
  language: Language | null;
  name: string;
  url: string;
}

export function composeInvitation({
  language,
  inviter,
  account,
  role,
  url,
}: {
  language: Language;
  inviter: string;
  account: string;
  role: Role;
  url: string;
}): Composed {
  return compose(language, (t) => ({
    subject: t('Invitation to {account} on Parley', { account }),
    paragraphs: [
      t('{inviter} invited you to the Parley account “{account}” with the role {role}.', {
        inviter,
        account,
        role: roleName(t, role),
      }),
      t('The link is valid for 7 days and can be used once.'),
    ],
    link: { label: t('Accept invitation'), url },
    footer: t('If you do not know the sender, ignore this email.'),
  }));
}

function roleName(t: MailTranslator, role: Role): string {
  switch (role) {
    case 'owner':
      return t('owner');
    case 'admin':
      return t('admin');
    case 'builder':
      return t('builder');
    case 'agent':
      return t('agent');
    case 'viewer':
      return t('viewer');
  }
}

export function composeReset({ language, name, url }: LinkMail): Composed {
  return compose(language, (t) => ({
    subject: t('Set a new password for Parley'),
    paragraphs: [
      t('Hello {name},', { name }),
      t('Use this link to set a new password for Parley. It is valid for one hour and can be used once.'),
    ],
    link: { label: t('Set a new password'), url },
    footer: t('If you did not ask for this, ignore this email: your password stays the same.'),
  }));
}

/** To the current address, before it changes. */
export function composeEmailNotice({ language, name, url, email }: LinkMail & { email: string }): Composed {
  return compose(language, (t) => ({
    subject: t('Your email address is being changed'),
    paragraphs: [
      t('Hello {name},', { name }),
      t(
        'Your email address for Parley is being changed to {email}. The change takes effect when the link we sent there is used.',
        { email },
      ),
      t('If you did not ask for this, set a new password now. This also cancels the change.'),
    ],
    link: { label: t('Set a new password'), url },
    footer: t('You are receiving this email because your address is about to change.'),
  }));
}

/** To the new address. */
export function composeEmailConfirmation({ language, name, url }: LinkMail): Composed {
  return compose(language, (t) => ({
    subject: t('Confirm your email address'),
    paragraphs: [
      t('Hello {name},', { name }),
      t(
        'Use this link to confirm your new email address for Parley. It is valid for one day and can be used once.',
      ),
    ],
    link: { label: t('Confirm email address'), url },
    footer: t('If you did not ask for this, ignore this email: nothing changes.'),
  }));
}

type Words = Omit<MailContent, 'language'> & { subject: string };

function compose(chosen: Language | null, write: (t: MailTranslator) => Words): Composed {
  const language = chosen ?? 'en';
  const { subject, ...content } = write(mailTranslator(language));
  return { subject, ...mailText({ language, ...content }) };
}
