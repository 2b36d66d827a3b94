export const PRODUCTS = ['vapi', 'retell', 'elevenlabs'] as const;
export type Product = (typeof PRODUCTS)[number];

/** `missing`: has no counterpart; `approximated`: was converted, but not exactly; `todo`: a person has to do it. */
export interface Note {
  kind: 'missing' | 'approximated' | 'todo';
  text: string;
}

export interface DraftParameter {
  name: string;
  /** A type of JSON Schema. */
  type: string;
  description: string;
}

/** An HTTP endpoint that the assistant may call. */
export interface DraftTool {
  name: string;
  description: string;
  url: string;
  method: string;
  timeoutSeconds: number | null;
  headers: Record<string, string>;
  parameters: DraftParameter[];
}

export interface DraftField {
  name: string;
  type: string;
  description: string;
}

/** An assistant of another product in Parley's fields, before Parley's limits are applied. */
export interface Draft {
  name: string;
  prompt: string;
  firstMessage: string | null;
  /** `sarah`, `11labs-Adrian` or an id of the vendor. */
  voice: string | null;
  model: string | null;
  /** Language codes, such as `en-US`; the first is the main one. */
  languages: string[];
  timezone: string | null;
  tools: DraftTool[];
  /** Items of the assistant's `tools`. */
  builtIns: Record<string, unknown>[];
  /** Evaluation after the call. */
  fields: DraftField[];
  /** Values of variables. */
  variables: Record<string, string>;
  keywords: string[];
  /** Numbers outside our ranges are limited later. */
  settings: Record<string, string | number | boolean>;
  notes: Note[];
}

export function emptyDraft(name: string | null): Draft {
  return {
    name: name ?? 'Imported assistant',
    prompt: '',
    firstMessage: null,
    voice: null,
    model: null,
    languages: [],
    timezone: null,
    tools: [],
    builtIns: [],
    fields: [],
    variables: {},
    keywords: [],
    settings: {},
    notes: [],
  };
}

export function note(draft: Draft, kind: Note['kind'], text: string): void {
  draft.notes.push({ kind, text });
}

/** Sets a setting if the other product has a value for it. */
export function set(draft: Draft, name: string, value: string | number | boolean | null): void {
  if (value !== null) draft.settings[name] = value;
}
