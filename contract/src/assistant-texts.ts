/** The fields of an assistant whose texts may contain variables. */
export interface AssistantTexts {
  initial_message: string;
  system_prompt: string;
  reengagement_prompt: string | null;
  voice_mail_message: string | null;
  notice_message: string | null;
  /** Built-in tools; only some have texts. */
  tools: readonly object[];
  fillers: boolean | number;
  /** Phrases by the tone of the customer's words. */
  filler_config: object;
  post_call_evaluation: boolean;
  post_call_schema: readonly { description: string }[];
}

/** A mid-call tool, as far as its texts may contain variables. */
export interface ToolTexts {
  description: string;
  endpoint: string;
  /** Absent where they may not be read. */
  headers?: readonly { value: string }[];
  schema: readonly { description: string }[];
}

/** The texts that an assistant uses, most visible first; those of unused features are left out. */
export function textsOf(assistant: AssistantTexts, midCallTools: readonly ToolTexts[]): string[] {
  const { initial_message, system_prompt, reengagement_prompt, voice_mail_message } = assistant;
  return [
    assistant.notice_message ?? '',
    initial_message,
    system_prompt,
    reengagement_prompt ?? '',
    voice_mail_message ?? '',
    ...textsIn(assistant.tools),
    ...(assistant.fillers ? textsIn(assistant.filler_config) : []),
    ...(assistant.post_call_evaluation ? descriptionsOf(assistant.post_call_schema) : []),
    ...midCallTools.flatMap(({ description, endpoint, headers = [], schema }) => [
      description,
      endpoint,
      ...headers.map(({ value }) => value),
      ...descriptionsOf(schema),
    ]),
  ];
}

function descriptionsOf(fields: readonly { description: string }[]): string[] {
  return fields.map(({ description }) => description);
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
