import { connect } from '../account/connection.ts';
import type { Api } from '../api/api.ts';
import { hasOption, textOption, wordAt } from '../program/option-values.ts';
import type { Invocation, Run } from '../program/verb.ts';
import { idOf } from '../records/find.ts';
import { CommandError } from '../terminal/failures.ts';
import { writeOutcome } from '../terminal/terminal.ts';

interface Named {
  id: number;
  name: string;
}

interface Choices {
  people: Named[];
  groups: Named[];
}

async function pathOf(api: Api, invocation: Invocation): Promise<string> {
  return `/user/conversations/${await idOf(api, 'conversations', wordAt(invocation, 0))}`;
}

/** Assigns a conversation to the member and the group of the options. */
export async function assignConversation(invocation: Invocation): Promise<number> {
  const { options, terminal } = invocation;
  const api = await connect(invocation);
  const path = await pathOf(api, invocation);
  const { data } = await api.get<{ data: Choices }>('/user/inbox/choices');
  const person_id = choose(data.people, textOption(options, 'person'), 'member');
  const group_id = choose(data.groups, textOption(options, 'group'), 'group');
  const answer = await api.send('PUT', `${path}/assignment`, { person_id, group_id });
  const isAssigned = person_id !== null || group_id !== null;
  writeOutcome(
    terminal,
    answer,
    isAssigned ? 'The conversation is assigned.' : 'The conversation is unassigned.',
  );
  return 0;
}

/** The id of the choice with this id or name, in any case; null without one. */
function choose(choices: readonly Named[], given: string | undefined, word: string): number | null {
  if (given === undefined) return null;
  const wanted = given.trim().toLowerCase();
  const found = choices.filter(({ id, name }) => String(id) === wanted || name.toLowerCase() === wanted);
  const [first, ...others] = found;
  if (first !== undefined && others.length === 0) return first.id;
  const names = choices.map(({ id, name }) => `${name} (${id})`).join(', ');
  throw new CommandError(
    first === undefined
      ? `There is no ${word} "${given}". Choose one of: ${names || 'none'}`
      : `Several are named "${given}". Use an id: ${found.map(({ id }) => id).join(', ')}`,
  );
}

/** Closes a conversation or opens it again. */
export function setStatus(verb: 'close' | 'reopen'): Run {
  return async (invocation) => {
    const api = await connect(invocation);
    const answer = await api.send('POST', `${await pathOf(api, invocation)}/${verb}`);
    writeOutcome(invocation.terminal, answer, `The conversation is ${verb === 'close' ? 'closed' : 'open'}.`);
    return 0;
  };
}

export async function writeNote(invocation: Invocation): Promise<number> {
  const api = await connect(invocation);
  const content = wordAt(invocation, 1);
  const answer = await api.send('POST', `${await pathOf(api, invocation)}/notes`, { content });
  writeOutcome(invocation.terminal, answer, 'The note is saved.');
  return 0;
}

interface Report {
  data: { skipped: { reason: string }[] };
}

const SKIPPED: Readonly<Record<string, string>> = {
  not_found: 'There is no such conversation.',
  too_many_tags: 'The conversation has 20 tags already.',
};

/** Adds a tag to a conversation or removes it. */
export async function tagConversation(invocation: Invocation): Promise<number> {
  const { options, terminal } = invocation;
  const isRemoved = hasOption(options, 'remove');
  const api = await connect(invocation);
  const id = await idOf(api, 'conversations', wordAt(invocation, 0));
  const answer = await api.send<Report>('POST', '/user/conversations/bulk', {
    ids: [id],
    action: isRemoved ? 'remove_tags' : 'add_tags',
    tags: [wordAt(invocation, 1)],
  });
  const refusal = SKIPPED[answer.data.skipped[0]?.reason ?? ''];
  if (refusal !== undefined) throw new CommandError(refusal);
  writeOutcome(terminal, answer, isRemoved ? 'The tag is removed.' : 'The tag is added.');
  return 0;
}
