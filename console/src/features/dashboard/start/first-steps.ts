export interface FirstStep {
  name: 'assistant' | 'knowledge' | 'talk' | 'widget' | 'number' | 'campaign';
  title: string;
  text: string;
  /** Where it is done, and in which words the link says so. */
  to: string;
  action: string;
}

/** From nothing to a campaign, in the order in which one thing needs another. */
export const FIRST_STEPS: readonly FirstStep[] = [
  {
    name: 'assistant',
    title: 'Make an assistant',
    text: 'Begin with a template: a prompt, a voice and a language. All of it can be changed later.',
    to: '/assistants/new',
    action: 'Make an assistant',
  },
  {
    name: 'knowledge',
    title: 'Give it knowledge',
    text: 'Drop in a PDF or name a website, and it answers from what stands there.',
    to: '/knowledge',
    action: 'Add knowledge',
  },
  {
    name: 'talk',
    title: 'Talk to it',
    text: 'Write or speak with it beside its settings, and mend what it says.',
    to: '/assistants',
    action: 'Open an assistant',
  },
  {
    name: 'widget',
    title: 'Put it on your website',
    text: 'One line of HTML. It is done when the first visitor writes.',
    to: '/assistants',
    action: 'Get the line',
  },
  {
    name: 'number',
    title: 'Connect a number',
    text: 'Buy one, bring a SIP trunk, or take one of the sandbox that costs nothing.',
    to: '/numbers',
    action: 'Connect a number',
  },
  {
    name: 'campaign',
    title: 'Run a campaign',
    text: 'Give it a list of people to call, and the hours in which it may.',
    to: '/campaigns/new',
    action: 'Make a campaign',
  },
];
