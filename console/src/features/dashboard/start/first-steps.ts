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
    title: 'Create an assistant',
    text: 'Start from a template with a prompt, voice and language. You can change everything later.',
    to: '/assistants/new',
    action: 'Create assistant',
  },
  {
    name: 'knowledge',
    title: 'Add knowledge',
    text: 'Upload a PDF or add a website for the assistant to answer from.',
    to: '/knowledge',
    action: 'Add knowledge',
  },
  {
    name: 'talk',
    title: 'Test the assistant',
    text: 'Chat or talk with it in the editor, and adjust its answers.',
    to: '/assistants',
    action: 'Open assistants',
  },
  {
    name: 'widget',
    title: 'Add it to your website',
    text: 'Add one line of HTML. This step is done when the first visitor writes.',
    to: '/assistants',
    action: 'Get the code',
  },
  {
    name: 'number',
    title: 'Connect a phone number',
    text: 'Buy one, connect a SIP trunk, or get a free sandbox number.',
    to: '/numbers',
    action: 'Connect number',
  },
  {
    name: 'campaign',
    title: 'Run a campaign',
    text: 'Import leads, set calling hours and start.',
    to: '/campaigns/new',
    action: 'Create campaign',
  },
];
