/** What the script tag says. */
export interface ScriptSettings {
  /** The server that the script came from. */
  origin: string;
  assistantId: string;
  /** For the prompt of the assistant. */
  variables: Record<string, unknown>;
  opensByItself: boolean;
  label: string | null;
  language: string | null;
}

/** Throws an `Error` that tells the page's author what is missing. */
export function readScriptSettings(script: {
  src: string;
  dataset: Readonly<Partial<Record<string, string>>>;
}): ScriptSettings {
  const { assistant, variables, open, label, language } = script.dataset;
  if (assistant === undefined || assistant.trim() === '') {
    throw new Error('The script tag needs data-assistant="<uuid of the assistant>".');
  }
  return {
    origin: new URL(script.src).origin,
    assistantId: assistant.trim().toLowerCase(),
    variables: readVariables(variables),
    opensByItself: open !== undefined && open !== 'false',
    label: label?.trim() || null,
    language: language ?? null,
  };
}

function readVariables(text: string | undefined): Record<string, unknown> {
  if (text === undefined || text.trim() === '') return {};
  const value = parsed(text);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw new Error('data-variables must be a JSON object such as {"name":"Ana"}.');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
