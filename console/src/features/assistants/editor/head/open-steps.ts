import { t } from '../../../../lib/i18n/t.ts';
import type { EditorTab } from '../../search-params.ts';

/** The facts about an assistant that decide its setup steps. */
export interface Setup {
  type: 'inbound' | 'outbound';
  /** Variables without a value. */
  unfilled: readonly string[];
  hasNumber: boolean;
  hasKnowledge: boolean;
  isRecorded: boolean;
  hasNotice: boolean;
  /** True after the first call or chat. */
  isTested: boolean;
}

export interface Step {
  title: string;
  text: string;
  /** Where to do it. */
  tab: EditorTab;
  isDone: boolean;
}

const NAMED = 4;

/** The setup checklist of an assistant. Leads and campaigns give an outbound assistant its variables and its number. */
export function setupSteps(setup: Setup): Step[] {
  const isInbound = setup.type === 'inbound';
  const variables: Step = {
    title: t('Fill in the variables'),
    text:
      setup.unfilled.length === 0
        ? t('Every variable has a value.')
        : t('No value yet: {names}. Texts omit these variables, or use a default.', {
            names: shortList(setup.unfilled),
          }),
    tab: 'variables',
    isDone: setup.unfilled.length === 0,
  };
  const knowledge: Step = {
    title: t('Add knowledge'),
    text: t('A PDF or website for the assistant to answer from.'),
    tab: 'knowledge',
    isDone: setup.hasKnowledge,
  };
  const number: Step = {
    title: t('Choose a phone number'),
    text: t('Customers reach the assistant at this number.'),
    tab: 'call',
    isDone: setup.hasNumber,
  };
  const notice: Step = {
    title: t('Add a recording notice'),
    text: t('Calls are recorded without telling callers.'),
    tab: 'call',
    isDone: setup.hasNotice,
  };
  const test: Step = {
    title: t('Test the assistant'),
    text: t('Call or chat with the assistant.'),
    tab: 'talk',
    isDone: setup.isTested,
  };
  return [...(isInbound ? [variables, knowledge, number] : []), ...(setup.isRecorded ? [notice] : []), test];
}

function shortList(names: readonly string[]): string {
  const more = names.length - NAMED;
  const shown = names.slice(0, NAMED).join(', ');
  return more > 0 ? t('{names} and {count} more', { names: shown, count: more }) : shown;
}
