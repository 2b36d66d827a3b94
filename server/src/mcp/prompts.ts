import type { GetPromptResult, Prompt } from '@modelcontextprotocol/server';

interface PromptText {
  prompt: Prompt;
  /** The message to the model. Missing optional arguments are empty. */
  text(values: Readonly<Record<string, string>>): string;
}

const PROMPTS: readonly PromptText[] = [
  {
    prompt: {
      name: 'set_up_assistant',
      title: 'Set up an assistant',
      description: 'Creates an assistant for a business, step by step, and tests it in a chat.',
      arguments: [
        { name: 'business', description: 'What the business does, and its name', required: true },
        { name: 'task', description: 'What the assistant should do in its calls', required: true },
        { name: 'language', description: 'Language of the calls; default English' },
      ],
    },
    text: ({ business, task, language }) => `Set up a Parley assistant for this business: ${business}
Its task: ${task}
Language: ${language || 'English'}

1. Ask me for facts that the assistant needs and that you cannot know: opening hours, prices, whom to transfer calls to.
2. Look up the language, a model and a voice with the list tools. Take a pipeline model unless I ask for a realtime one.
3. Write a first message of at most 200 characters and a system prompt for speech: short sentences, one question at a time, no lists, no Markdown. Show me both and wait for my approval.
4. Create the assistant, with the built-in tool end_call, and call_transfer if there is a person to transfer to.
5. Open a test conversation with its UUID, play three typical customers, and read the answers. Improve the prompt where they are wrong.
6. Report what you created, with its id, what you tested, and what is left to do, such as assigning a phone number.`,
  },
  {
    prompt: {
      name: 'review_calls',
      title: 'Review calls',
      description: 'Reads the calls of a day and reports what went wrong and how to improve the prompts.',
      arguments: [
        { name: 'day', description: 'A date such as 2026-01-31; default yesterday' },
        { name: 'assistant', description: 'Name or id of the assistant; default all' },
      ],
    },
    text: ({ day, assistant }) => `Review the Parley calls of ${day || 'yesterday'}${
      assistant ? ` by the assistant ${assistant}` : ''
    }.

1. List the calls of that day page by page with date_from and date_to, and count them by status.
2. Read the transcripts of the calls that failed, were very short, or were not evaluated as successful, and a sample of the others. Read at most 20.
3. Report, with call ids as evidence: what customers wanted, where the assistant misunderstood, made something up, repeated itself or lost the customer, and which questions it could not answer.
4. Propose changes to the system prompt or the knowledgebase as exact text. Change nothing without my approval.`,
  },
  {
    prompt: {
      name: 'write_prompt',
      title: 'Write a system prompt',
      description: 'Writes or improves the system prompt of a voice assistant.',
      arguments: [
        { name: 'task', description: 'What the assistant should do', required: true },
        { name: 'assistant', description: 'Id of an assistant whose prompt should be improved' },
      ],
    },
    text: ({
      task,
      assistant,
    }) => `Write a system prompt for a Parley assistant that speaks on the phone. Its task: ${task}
${assistant ? `Read assistant ${assistant} first and keep what works in its prompt.\n` : ''}
Structure: who it is and for whom it works; the goal of the call; the steps, each with one question; facts that it may state; what it must not do; when to transfer or end the call.
Rules for speech: short sentences, one question at a time, numbers and dates as people say them, no lists, no Markdown, no URLs. It says so when it does not know something, and never invents facts.
Use {{name}} for values that change from call to call, such as {{customer_name}} or {{current_date}}, and list the ones that I have to supply.
Show me the prompt. Save nothing without my approval.`,
  },
];

export function listPrompts(): Prompt[] {
  return PROMPTS.map(({ prompt }) => prompt);
}

/** @returns a sentence if the prompt is unknown or an argument is missing */
export function getPrompt(name: string, values: Readonly<Record<string, string>>): GetPromptResult | string {
  const found = PROMPTS.find(({ prompt }) => prompt.name === name);
  if (found === undefined) return `There is no prompt ${name}.`;
  const missing = found.prompt.arguments?.find((one) => one.required === true && !values[one.name]?.trim());
  if (missing !== undefined) return `The argument ${missing.name} is missing.`;
  return {
    description: found.prompt.description,
    messages: [{ role: 'user', content: { type: 'text', text: found.text(values) } }],
  };
}
