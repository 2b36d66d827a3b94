import { type Appearance, isColor } from './server/answers.ts';

/** Settings of the script tag that replace those of the assistant. */
export type Overrides = Partial<
  Pick<
    Appearance,
    'theme' | 'color' | 'position' | 'title' | 'subtitle' | 'placeholder' | 'greeting_bubble' | 'consent_text'
  >
>;

/** Settings of the script tag. */
export interface ScriptSettings {
  /** Origin of the script, which is also the API server. */
  origin: string;
  assistantId: string;
  /** Variables of the assistant's prompt. */
  variables: Record<string, unknown>;
  opensAutomatically: boolean;
  label: string | null;
  language: string | null;
  overrides: Overrides;
}

/** Throws an `Error` with a message for the author of the page if a setting is missing or invalid. */
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
    opensAutomatically: open !== undefined && open !== 'false',
    label: label?.trim() || null,
    language: language ?? null,
    overrides: readOverrides(script.dataset),
  };
}

/** Invalid values are ignored, so that a wrong tag does not change how the assistant looks. */
function readOverrides(data: Readonly<Partial<Record<string, string>>>): Overrides {
  const overrides: Overrides = {};
  const { theme, color, position } = data;
  if (theme === 'light' || theme === 'dark' || theme === 'auto') overrides.theme = theme;
  if (isColor(color)) overrides.color = color;
  if (position === 'bottom-left' || position === 'bottom-right') overrides.position = position;
  const texts = [
    ['title', data['title']],
    ['subtitle', data['subtitle']],
    ['placeholder', data['placeholder']],
    ['greeting_bubble', data['greeting']],
    ['consent_text', data['consent']],
  ] as const;
  for (const [name, text] of texts) if (text !== undefined) overrides[name] = text.trim() || null;
  return overrides;
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
