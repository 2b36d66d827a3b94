import { connect } from '../account/connection.ts';
import { hasOption, optionalWordAt } from '../program/option-values.ts';
import type { Invocation } from '../program/verb.ts';
import { confirm } from '../terminal/confirm.ts';
import { UsageError } from '../terminal/failures.ts';
import { writeOutcome } from '../terminal/terminal.ts';

interface Dismissed {
  message: string;
}

/** Dismisses one alert, or all open ones after confirmation. */
export async function dismissAlerts(invocation: Invocation): Promise<number> {
  const { options, terminal } = invocation;
  const id = optionalWordAt(invocation, 0) ?? '';
  const isAll = hasOption(options, 'all');
  if (isAll === (id !== '')) throw new UsageError('Name an alert by its id, or use --all.');
  if (!isAll && !/^\d+$/.test(id)) throw new UsageError(`“${id}” is not the id of an alert.`);
  const api = await connect(invocation);
  if (isAll)
    await confirm(terminal, { question: 'Dismiss all open alerts?', isSure: hasOption(options, 'yes') });
  const path = isAll ? '/user/alerts/dismiss' : `/user/alerts/${id}/dismiss`;
  const answer = await api.send<Dismissed>('POST', path);
  writeOutcome(terminal, answer, answer.message);
  return 0;
}
