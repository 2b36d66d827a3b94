import { describe, expect, test } from 'vitest';
import { manualClock } from '../kit/clocks.ts';
import { eventually } from '../kit/eventually.ts';
import { freePorts } from '../kit/sip/free-ports.ts';
import { startKamailio, startRegistrar } from '../kit/sip/kamailio.ts';
import { isMissing } from '../kit/sip/programs.ts';
import { startSipp } from '../kit/sip/sipp.ts';
import { dial, listenTo, startTestAgent, testTrunk } from '../kit/sip/test-agent.ts';

describe.skipIf(isMissing('kamailio') || isMissing('sipp'))(
  'behind a proxy that requires authentication',
  () => {
    test.each<[string, object]>([
      ['as the address', {}],
      ['as the outbound proxy', { address: 'carrier.example', outboundProxy: 'PROXY' }],
    ])(
      'the right password connects, and ACK and BYE follow the route set (proxy %s)',
      async (_name, changes) => {
        const [phonePort = 0] = await freePorts(1);
        const kamailio = await startKamailio(phonePort);
        const sipp = await startSipp('answers-behind-proxy.xml', {
          blanks: { PROXY_PORT: String(kamailio.port) },
          port: phonePort,
        });
        const agent = await startTestAgent();
        const proxy = 'outboundProxy' in changes ? { outboundProxy: `127.0.0.1:${kamailio.port}` } : {};
        const leg = await dial(agent, testTrunk(kamailio.port, { ...changes, ...proxy })).leg();
        const heard = listenTo(leg);
        leg.hangUp();
        expect(await heard.end()).toEqual({ kind: 'local-hang-up' });
        expect(await sipp.ended, sipp.words()).toBe(0);
      },
    );

    test('a wrong password fails after one attempt', async () => {
      const kamailio = await startKamailio(9);
      const agent = await startTestAgent();
      const dialed = dial(agent, testTrunk(kamailio.port, { password: 'wrong' }));
      expect(await dialed.failure()).toMatchObject({ failure: 'unavailable', code: '407' });
    });
  },
);

describe.skipIf(isMissing('kamailio'))('a registrar over TCP', () => {
  const REGISTERED = 'registered <sip:desk@';

  test('gets the registration again soon after a restart', async () => {
    const first = await startRegistrar();
    const clock = manualClock();
    const agent = await startTestAgent({ clock });
    const address = `127.0.0.1:${first.port};transport=tcp`;
    agent.keepRegistered([testTrunk(0, { address, type: 'extension', username: 'desk' })]);
    await eventually(
      async () => first.words(),
      (words) => words.includes(REGISTERED),
    );
    await first.stop();
    const second = await startRegistrar(first.port);
    // Far less than the regular renewal interval. The registrar uses real time.
    let leftMs = 200_000;
    await eventually(
      async () => {
        if (leftMs > 0) clock.advance(1000);
        leftMs -= 1000;
        return second.words();
      },
      (words) => words.includes(REGISTERED),
    );
  });
});
