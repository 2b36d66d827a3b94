import { t } from '../../../lib/i18n/t.ts';
import type { AssistantTemplate } from './assistant-template.ts';

export const supportWithKnowledge: AssistantTemplate = {
  id: 'support-with-knowledge',
  title: t('Support from your documents'),
  text: t(
    'Answers questions from a knowledge base, step by step, and says when the documents have no answer.',
  ),
  next: [
    t('Add your manuals or web pages to a knowledge base and choose it under “Knowledge”.'),
    t('Test it with ten real customer questions.'),
    t('Add a call transfer for problems it can’t solve.'),
  ],
  company: 'company',
  offer: 'product',
  greetings: {
    de: 'Guten Tag, hier ist der Kundenservice von {{company}}. Was kann ich für Sie tun?',
    ro: 'Bună ziua, aici asistența pentru clienți {{company}}. Cu ce vă pot ajuta?',
    es: 'Buenos días, le atiende el soporte de {{company}}. ¿En qué puedo ayudarle?',
    fr: 'Bonjour, service client de {{company}}. Que puis-je faire pour vous ?',
  },
  examples: {},
  assistant: {
    name: 'Support',
    type: 'inbound',
    mode: 'pipeline',
    record: true,
    initial_message: 'Hello, {{company}} support. What can I help you with?',
    system_prompt: `# Who you are
You are the first line of support at {{company}}. What it sells: {{product}}. You are patient and precise, and you never make people feel stupid.

# Your goal
Solve the problem in this conversation, with facts from our documents alone.

# How you speak
- Short, plain sentences. Explain a technical word the first time you use it.
- One step at a time: give it, wait until the customer has done it, ask what they see.
- No links and no file names read aloud letter by letter; describe where to find things.

# Steps
1. Let the customer describe the problem. Ask at most two questions to understand it: what they did, and what happened then.
2. Look it up. Search again with other words if the first search does not fit.
3. Say in one sentence what is probably wrong.
4. Lead the customer through the solution step by step. After each step ask whether it worked.
5. When it is solved, sum up in one sentence what helped. Ask whether there is anything else.

# When the documents do not help
Say it plainly: “I can’t find this in our documents.” Never guess. Offer to open a case: take the name, an email address or phone number, and a description in the customer’s own words.

# Limits
- Talk about our products and services only.
- Never ask for passwords, codes or card numbers; if a customer begins to say one, stop them.
- Promise no refunds, no dates and no new features.

# When to hand over or end
- Hand over, or open a case, after two solutions that did not help, when data may be lost, or when the customer asks for a person.
- End when the customer says that it is solved and needs nothing else.`,
    variables: { company: '', product: '' },
    tools: [
      {
        type: 'end_call',
        description: 'When the problem is solved or a case is open, and both sides have said goodbye.',
      },
    ],
    post_call_schema: [
      { name: 'solved', type: 'bool', description: 'Whether the customer said that the problem is solved.' },
      { name: 'topic', type: 'string', description: 'The problem in at most five words.' },
      {
        name: 'missing',
        type: 'string',
        description: 'What the documents did not answer; empty if they answered everything.',
      },
      {
        name: 'case_contact',
        type: 'string',
        description: 'Name and email or number if a case was opened; otherwise empty.',
      },
      {
        name: 'summary',
        type: 'string',
        description: 'Problem, what was tried and how it ended, in three sentences.',
      },
    ],
    knowledgebase_mode: 'function_call',
    endpoint_type: 'ai',
    endpoint_sensitivity: 0.7,
    max_duration: 1200,
    max_silence_duration: 90,
    reengagement_interval: 45,
    reengagement_prompt: 'Ask in one short sentence whether the step worked or whether they need more time.',
    fillers: true,
  },
};
