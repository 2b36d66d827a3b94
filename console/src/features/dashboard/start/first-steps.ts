import { t } from '../../../lib/i18n/t.ts';

export interface FirstStep {
  name: 'assistant' | 'knowledge' | 'talk' | 'widget' | 'number' | 'campaign';
  title: string;
  text: string;
  /** Target and label of the link. */
  to: string;
  action: string;
}

/** Setup checklist, in order of dependency. */
export const FIRST_STEPS: readonly FirstStep[] = [
  {
    name: 'assistant',
    title: t('Create an assistant'),
    text: t('Start from a template with a prompt, voice and language. You can change everything later.'),
    to: '/assistants/new',
    action: t('Create assistant'),
  },
  {
    name: 'knowledge',
    title: t('Add knowledge'),
    text: t('Upload a PDF or add a website for the assistant to answer from.'),
    to: '/knowledge',
    action: t('Add knowledge'),
  },
  {
    name: 'talk',
    title: t('Test the assistant'),
    text: t('Chat or talk with it in the editor, and adjust its answers.'),
    to: '/assistants',
    action: t('Open assistants'),
  },
  {
    name: 'widget',
    title: t('Add it to your website'),
    text: t('Add one line of HTML. This step is done when the first visitor writes.'),
    to: '/assistants',
    action: t('Get the code'),
  },
  {
    name: 'number',
    title: t('Connect a phone number'),
    text: t('Buy one, connect a SIP trunk, or get a free sandbox number.'),
    to: '/numbers',
    action: t('Connect number'),
  },
  {
    name: 'campaign',
    title: t('Run a campaign'),
    text: t('Import leads, set calling hours and start.'),
    to: '/campaigns/new',
    action: t('Create campaign'),
  },
];
