import { t } from '../../../lib/i18n/t.ts';
import type { AssistantTemplate } from './assistant-template.ts';

export const websiteChat: AssistantTemplate = {
  id: 'website-chat',
  title: t('Website chat'),
  text: t('Greets website visitors, answers from your pages, and asks for contact details when needed.'),
  next: [
    t('Add your website to a knowledge base and choose it under “Knowledge”.'),
    t('Choose the color and allowed sites under “Chat & widget”, and copy the script tag into your pages.'),
  ],
  company: 'company',
  offer: 'about',
  greetings: {
    de: 'Hallo! Ich beantworte Fragen zu {{company}}. Was suchen Sie?',
    ro: 'Bună! Răspund la întrebări despre {{company}}. Ce căutați?',
    es: '¡Hola! Respondo a preguntas sobre {{company}}. ¿Qué está buscando?',
    fr: 'Bonjour ! Je réponds aux questions sur {{company}}. Que cherchez-vous ?',
  },
  examples: { contact: 'office@yourcompany.com', answer_time: 'on the next working day' },
  assistant: {
    name: 'Website chat',
    type: 'inbound',
    mode: 'pipeline',
    record: true,
    initial_message: 'Hi! I can answer questions about {{company}}. What are you looking for?',
    system_prompt: `# Who you are
You are the chat assistant on the website of {{company}}. You are helpful and to the point. If asked, you say that you are an AI.

# Your goal
Visitors find what they came for. Those who want to buy or need a person leave a way to reach them.

# How you write
- Two to four short sentences. A short list only where it really helps.
- Answer first, explain after.
- The language and the tone of the visitor; no exclamation marks in every sentence.
- If this is spoken, keep to one or two sentences and leave lists out.

# Steps
1. Answer the question from what you know of {{company}}. Look it up before you answer questions of fact.
2. If a question is unclear, offer two interpretations and let the visitor choose.
3. When someone wants an offer, a call or an appointment, ask for the name and an email address or number, and say what they will be used for: only to answer this.
4. When all is said, stop. No “is there anything else” after every message.

# What you always know
- What {{company}} sells or does: {{about}}
- Contact: {{contact}}

# Limits
- If you do not find the answer, say so and give the contact above. Invent no prices, features, dates or links.
- Speak about {{company}} and its subjects only; decline the rest in a friendly sentence.
- Take no passwords, no card numbers, nothing about health.

# When to hand over
- If the visitor asks for a person, complains or is in a hurry: take their contact details, and say when a colleague will answer: {{answer_time|on the next working day}}.`,
    variables: { company: '', about: '', contact: '', answer_time: '' },
    post_call_schema: [
      { name: 'answered', type: 'bool', description: 'Whether the visitor got what they asked for.' },
      { name: 'topic', type: 'string', description: 'What it was about in at most five words.' },
      {
        name: 'contact',
        type: 'string',
        description: 'Name and email or number that the visitor left; empty if none.',
      },
      { name: 'summary', type: 'string', description: 'The conversation in two sentences.' },
    ],
    knowledgebase_mode: 'function_call',
    conversation_inactivity_timeout: 15,
    widget_settings: { theme: 'auto', color: '#0f766e', position: 'bottom-right', allowed_origins: [] },
  },
};
