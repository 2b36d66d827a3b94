import { renderVariables } from '#contract/render-variables.ts';
import { textValues } from '../../agent/talk-facts.ts';
import type { CallAssistant } from '../call-host.ts';

const REENGAGEMENT =
  'The customer has been silent for a while. Ask in one short sentence whether they are still there.';

export function greetingOf({ settings, persona }: CallAssistant): string {
  return renderVariables(settings.initialMessage, textValues(persona)).text;
}

export function reengagementOf({ settings, persona }: CallAssistant): string {
  const { reengagementPrompt } = settings;
  return reengagementPrompt === null
    ? REENGAGEMENT
    : renderVariables(reengagementPrompt, textValues(persona)).text;
}

/** The voicemail message; null if not set. */
export function voicemailOf({ settings, persona }: CallAssistant): string | null {
  const { voiceMailMessage } = settings;
  return voiceMailMessage === null ? null : renderVariables(voiceMailMessage, textValues(persona)).text;
}

/** Renders a text of a tool; empty if not set. */
export function toolTextOf({ persona }: CallAssistant, template: string | null | undefined): string {
  return template == null ? '' : renderVariables(template, textValues(persona)).text;
}
