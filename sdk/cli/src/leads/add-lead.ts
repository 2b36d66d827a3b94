import { connect } from '../account/connection.ts';
import { hasOption, listOption, pairs, textOption, wordAt } from '../program/option-values.ts';
import type { Invocation } from '../program/verb.ts';
import { idOf } from '../records/find.ts';
import { writeOutcome } from '../terminal/terminal.ts';

export async function addLead(invocation: Invocation): Promise<number> {
  const { options, terminal } = invocation;
  const api = await connect(invocation);
  const campaign = await idOf(api, 'campaigns', wordAt(invocation, 0));
  const { data } = await api.create<{ data: { id: number; phone_number: string } }>('/user/lead', {
    campaign_id: Number(campaign),
    phone_number: wordAt(invocation, 1),
    variables: pairs(listOption(options, 'var'), '--var'),
    external_id: textOption(options, 'externalId') ?? null,
    allow_dupplicate: hasOption(options, 'allowDuplicate'),
  });
  writeOutcome(terminal, data, `Lead ${data.id} (${data.phone_number}) is in campaign ${campaign}.`);
  return 0;
}
