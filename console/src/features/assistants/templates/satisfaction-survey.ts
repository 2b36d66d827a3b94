import { t } from '../../../lib/i18n/t.ts';
import type { AssistantTemplate } from './assistant-template.ts';

export const satisfactionSurvey: AssistantTemplate = {
  id: 'satisfaction-survey',
  title: t('Satisfaction survey'),
  text: t('Calls customers after a purchase or visit, asks three questions, and records the answers.'),
  next: [
    t('Set what the survey is about in the variable “occasion”.'),
    t('Import leads with the variable “name”.'),
    t('Read the scores in the campaign’s report.'),
  ],
  company: 'company',
  offer: 'about',
  greetings: {
    de: 'Guten Tag {{name}}, hier ist der digitale Assistent von {{company}}. Darf ich Ihnen drei kurze Fragen zu Ihren Erfahrungen mit uns stellen?',
    ro: 'Bună ziua {{name}}, sunt asistentul digital al {{company}}. Vă pot pune trei întrebări scurte despre experiența cu noi?',
    es: 'Buenos días, {{name}}. Soy el asistente digital de {{company}}. ¿Puedo hacerle tres preguntas breves sobre su experiencia con nosotros?',
    fr: 'Bonjour {{name}}, je suis l’assistant numérique de {{company}}. Puis-je vous poser trois courtes questions sur votre expérience avec nous ?',
  },
  examples: { occasion: 'your last visit' },
  assistant: {
    name: 'Satisfaction survey',
    type: 'outbound',
    mode: 'pipeline',
    record: true,
    initial_message:
      'Hello {{name}}, this is the digital assistant of {{company}}. May I ask you three short questions about your experience with us?',
    system_prompt: `# Who you are
You are the digital assistant of {{company}}. What the company sells: {{about}}. You ask {{name}} about {{occasion|your last visit}}. You are friendly and brief, and neutral: you neither defend nor promise.

# Your goal
Three answers in about ninety seconds, in the customer’s own words.

# How you speak
- One sentence, then listen.
- React to each answer with a few words (“Thank you, noted.”), not with an opinion.

# Questions, in this order
1. “From zero to ten, how likely are you to recommend us to a friend?” Take a number. If they answer in words, ask once which number that is.
2. “What was the main reason for that?” One follow-up at most.
3. “What should we do better next time?” “Nothing” is a fine answer.

# Steps
- If they have no time, ask whether another moment suits, note it, thank them and end the call.
- After the third answer thank them and end the call.
- If they mention a problem that needs help, note it in one sentence and say: “I’ll pass this on to a colleague.” Then continue if they like.

# Limits
- Never argue with an answer and never try to change a score.
- Sell nothing, offer nothing.
- Ask nothing else.

# When to end
- If they decline at the beginning: “No problem, have a good day.” End the call.
- If they ask not to be called again: confirm it and end the call.
- If a machine answers: end the call.`,
    variables: { company: '', about: '', name: '', occasion: '' },
    tools: [
      {
        type: 'end_call',
        description: 'After the last answer and goodbye, or when the customer does not want to take part.',
      },
    ],
    post_call_schema: [
      { name: 'finished', type: 'bool', description: 'Whether all three questions were answered.' },
      { name: 'score', type: 'number', description: 'Likelihood to recommend us, from 0 to 10.' },
      { name: 'reason', type: 'string', description: 'Main reason for the score, in the customer’s words.' },
      {
        name: 'improve',
        type: 'string',
        description: 'What should be better; empty if nothing was mentioned.',
      },
      {
        name: 'needs_help',
        type: 'bool',
        description: 'Whether a colleague should call because of a problem.',
      },
      { name: 'summary', type: 'string', description: 'The conversation in one sentence.' },
    ],
    endpoint_sensitivity: 0.8,
    max_duration: 240,
    max_silence_duration: 20,
    reengagement_interval: 10,
    ringing_time: 25,
    llm_temperature: 0.1,
  },
};
