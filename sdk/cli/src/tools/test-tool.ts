import { connect } from '../account/connection.ts';
import { listOption, pairs, wordAt } from '../program/option-values.ts';
import type { Invocation } from '../program/verb.ts';
import { idOf } from '../records/find.ts';
import { writeObject } from '../terminal/terminal.ts';

interface ToolTest {
  succeeded: boolean;
}

/** Sends one test request of a tool. Fails if the tool's endpoint fails. */
export async function testTool(invocation: Invocation): Promise<number> {
  const api = await connect(invocation);
  const id = await idOf(api, 'tools', wordAt(invocation, 0));
  const body = { arguments: pairs(listOption(invocation.options, 'arg'), '--arg') };
  const { data } = await api.send<{ data: ToolTest }>('POST', `/user/tools/${id}/test`, body);
  writeObject(invocation.terminal, data);
  return data.succeeded ? 0 : 1;
}
