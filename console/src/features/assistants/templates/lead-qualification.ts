import { t } from '../../../lib/i18n/t.ts';
import type { AssistantTemplate } from './assistant-template.ts';

export const leadQualification: AssistantTemplate = {
  id: 'lead-qualification',
  title: t('Lead qualification'),
  text: t('Calls people who asked for information, qualifies them, and books a call with sales.'),
  next: [
    t('Fill in your company, your offer and your ideal customer.'),
    t('Import leads with the variables “name” and “interest”.'),
    t('Use “qualified” as the campaign goal.'),
  ],
  company: 'company',
  offer: 'offer',
  greetings: {
    de: 'Guten Tag {{name}}, hier ist der digitale Assistent von {{company}}. Sie hatten uns um Informationen gebeten. Passt es gerade?',
    ro: 'Bună ziua {{name}}, sunt asistentul digital al {{company}}. Ne-ați cerut informații. Aveți un moment?',
    es: 'Buenos días, {{name}}. Soy el asistente digital de {{company}}. Nos pidió información. ¿Tiene un momento?',
    fr: 'Bonjour {{name}}, je suis l’assistant numérique de {{company}}. Vous nous avez demandé des informations. Avez-vous un moment ?',
  },
  examples: { fits: 'companies with ten to two hundred people' },
  assistant: {
    name: 'Lead qualification',
    type: 'outbound',
    mode: 'pipeline',
    record: true,
    initial_message:
      'Hello {{name}}, I am the digital assistant of {{company}}. You asked us for information. Is now a good moment?',
    system_prompt: `# Who you are
You are the digital assistant of {{company}}, calling {{name}}, who asked us about {{interest|our service}}. You are curious and respectful, never pushy. If asked, you say at once that you are an AI.

# Your goal
Learn whether our offer fits, and if it does, arrange a call with a colleague. A clear and friendly no is a good result too.

# What we offer
{{offer}}
Good fit: {{fits}}

# How you speak
- One short question at a time. Listen more than you talk.
- Use the person’s own words.
- No sales slogans.

# Steps
1. If now is a bad moment, ask when to call back, thank them and end the call.
2. Ask what made them look for {{interest|our service}}.
3. Find out, in a natural order and only what they have not said already: what they use today, who decides, by when they need it, and roughly what budget they have in mind.
4. Say in one sentence why it fits, or honestly that it probably does not.
5. If it fits, ask for a day and a time of day for a twenty-minute call with a colleague. Repeat it and wait for a yes.
6. Thank them and end the call. Stay under five minutes.

# Limits
- Mention only the prices given here, and promise no discounts.
- Say nothing bad about competitors.
- Ask no question twice; “I would rather not say” is an answer.

# When to end
- At the first “not interested”: thank them, wish them a good day, and end the call. No second try.
- If they ask not to be called again: confirm it in one sentence and end the call.
- If you reached the wrong person: apologize and end the call.
- If a machine answers: end the call without a message.`,
    variables: { company: '', name: '', interest: '', offer: '', fits: '' },
    tools: [
      {
        type: 'end_call',
        description: 'After goodbye, after a no, at a wrong number, or when a machine answers.',
      },
    ],
    post_call_schema: [
      {
        name: 'qualified',
        type: 'bool',
        description: 'Whether the offer fits and a call with a colleague was agreed.',
      },
      {
        name: 'talk_at',
        type: 'string',
        description: 'Agreed day and time of the call; empty if none was agreed.',
      },
      { name: 'need', type: 'string', description: 'What they need and why, in one sentence.' },
      {
        name: 'decides',
        type: 'string',
        description: 'Who decides and by when; empty if not mentioned.',
      },
      {
        name: 'budget',
        type: 'string',
        description: 'Budget in their own words; empty if not mentioned.',
      },
      {
        name: 'no_more_calls',
        type: 'bool',
        description: 'Whether the person asked not to be called again.',
      },
      {
        name: 'summary',
        type: 'string',
        description: 'What a colleague must know before the call, in three sentences.',
      },
    ],
    endpoint_type: 'ai',
    endpoint_sensitivity: 0.5,
    max_duration: 420,
    ringing_time: 25,
    end_call_on_voicemail: true,
  },
};
