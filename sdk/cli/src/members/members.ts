import { connect } from '../account/connection.ts';
import { textOption, wordAt } from '../program/option-values.ts';
import type { Invocation } from '../program/verb.ts';
import { idOf } from '../records/find.ts';
import { UsageError } from '../terminal/failures.ts';
import { writeOutcome } from '../terminal/terminal.ts';

interface Invited {
  data: { id: number; email: string; role: string; expires_at: string };
  url: string;
}

/** Invites a person and prints the link, which the server shows only once. */
export async function inviteMember(invocation: Invocation): Promise<number> {
  const { options, terminal } = invocation;
  const api = await connect(invocation);
  const body = { email: wordAt(invocation, 0), role: textOption(options, 'role') ?? 'viewer' };
  const { data, url } = await api.create<Invited>('/user/invitations', body);
  terminal.line(terminal.isJson ? JSON.stringify({ ...data, url }, null, 2) : url);
  terminal.note(`Send this link to ${data.email}. It works once, until ${data.expires_at.slice(0, 10)}.`);
  return 0;
}

interface Changed {
  data: { email: string; role: string };
}

/** Changes the role of a member. */
export async function setMemberRole(invocation: Invocation): Promise<number> {
  const api = await connect(invocation);
  const role = wordAt(invocation, 1);
  if (role === '') throw new UsageError('The role is missing.');
  const id = await idOf(api, 'members', wordAt(invocation, 0));
  const { data } = await api.send<Changed>('PUT', `/user/members/${id}`, { role });
  writeOutcome(invocation.terminal, data, `${data.email} now has the role ${data.role}.`);
  return 0;
}
