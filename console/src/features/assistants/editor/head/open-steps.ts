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
    title: 'Fill in the variables',
    text:
      setup.unfilled.length === 0
        ? 'Every variable has a value.'
        : `No value yet: ${shortList(setup.unfilled)}. Texts omit these variables, or use a default.`,
    tab: 'variables',
    isDone: setup.unfilled.length === 0,
  };
  const knowledge: Step = {
    title: 'Add knowledge',
    text: 'A PDF or website for the assistant to answer from.',
    tab: 'knowledge',
    isDone: setup.hasKnowledge,
  };
  const number: Step = {
    title: 'Choose a phone number',
    text: 'Customers reach the assistant at this number.',
    tab: 'call',
    isDone: setup.hasNumber,
  };
  const notice: Step = {
    title: 'Add a recording notice',
    text: 'Calls are recorded without telling callers.',
    tab: 'call',
    isDone: setup.hasNotice,
  };
  const test: Step = {
    title: 'Test the assistant',
    text: 'Call or chat with the assistant.',
    tab: 'talk',
    isDone: setup.isTested,
  };
  return [...(isInbound ? [variables, knowledge, number] : []), ...(setup.isRecorded ? [notice] : []), test];
}

function shortList(names: readonly string[]): string {
  const more = names.length - NAMED;
  const shown = names.slice(0, NAMED).join(', ');
  return more > 0 ? `${shown} and ${more} more` : shown;
}
