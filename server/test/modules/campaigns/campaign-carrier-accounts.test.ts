import { expect, test } from 'vitest';
import { outboundAssistant } from '../../kit/calls.ts';
import { AT_ANY_HOUR, dialsTo, noAnswer, runningCampaign } from '../../kit/campaign-dials.ts';
import { rest } from '../../kit/campaigns/jump-clock.ts';
import { watchStatements } from '../../kit/campaigns/watch-statements.ts';
import { manualClock } from '../../kit/clocks.ts';
import { type Client, startTestServer } from '../../kit/test-server.ts';
import { scriptedVoice } from '../../kit/voice/scripted-calls.ts';

test('numbers of one carrier account share its rate; another account has its own', async () => {
  const watch = watchStatements();
  const voice = scriptedVoice(['sip']);
  const clock = manualClock(new Date());
  const environment = { ...AT_ANY_HOUR, PARLEY_CALLS_PER_SECOND: 'sip=2' };
  const server = await startTestServer({ overrides: { voice: voice.overrides, clock }, environment });
  try {
    const account = await server.account();
    const phone_number_ids = [];
    for (const [extension, sip_address] of ['PBX.example.com', 'pbx.example.com:5060'].entries()) {
      phone_number_ids.push(await trunk(account, { phone_number: `100${extension}`, sip_address }));
    }
    const { id: assistant_id } = await outboundAssistant(account);
    const fields = { leads: 4, max_calls_in_parallel: 4, assistant_id, phone_number_ids };
    const shared = await runningCampaign(account, fields);
    await dialsTo([voice], shared.numbers, 1);
    const other = await trunk(account, { phone_number: '1009', sip_username: 'bob' });
    const apart = await runningCampaign(account, { ...fields, leads: 1, phone_number_ids: [other] });
    await dialsTo([voice], apart.numbers, 1);
    for (let count = 1; count <= 4; count += 1) {
      await rest(watch);
      expect(await dialsTo([voice], shared.numbers, count)).toHaveLength(count);
      clock.advance(499);
      await rest(watch);
      expect(await dialsTo([voice], shared.numbers, count)).toHaveLength(count);
      clock.advance(1);
    }
  } finally {
    for (const dial of voice.dials) dial.tell(noAnswer);
    await server.stop();
    watch.stop();
  }
});

async function trunk(account: Client, fields: Record<string, string>): Promise<number> {
  const created = await account.post('/user/phone-numbers/sip-trunks', {
    sip_trunk_type: 'extension',
    country_code: 'RO',
    sip_address: 'pbx.example.com',
    sip_username: 'alice',
    sip_password: 'secret',
    ...fields,
  });
  if (created.status !== 201) throw new Error(`The trunk was refused: ${created.text}`);
  return created.body.data?.id ?? created.body.id;
}
