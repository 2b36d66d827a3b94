import { renderVariables } from '#contract/render-variables.ts';
import { textValues } from '../../agent/talk-facts.ts';
import type { CallAssistant } from '../call-host.ts';

const REENGAGEMENT =
  'The customer has been silent for a while. Ask in one short sentence whether they are still there.';

/** What the assistant says first. */
export function greetingOf({ settings, persona }: CallAssistant): string {
  return renderVariables(settings.initialMessage, textValues(persona)).text;
}

/** What its model is asked to do when nobody has spoken for a while. */
export function reengagementOf({ settings, persona }: CallAssistant): string {
  const { reengagementPrompt } = settings;
  return reengagementPrompt === null
    ? REENGAGEMENT
    : renderVariables(reengagementPrompt, textValues(persona)).text;
}

/** What it tells an answering machine; null: nothing. */
export function voicemailOf({ settings, persona }: CallAssistant): string | null {
  const { voiceMailMessage } = settings;
  return voiceMailMessage === null ? null : renderVariables(voiceMailMessage, textValues(persona)).text;
}

/** Words of one of its tools, to be spoken or for its model; nothing where there are none. */
export function toolTextOf({ persona }: CallAssistant, template: string | null | undefined): string {
  return template == null ? '' : renderVariables(template, textValues(persona)).text;
}
