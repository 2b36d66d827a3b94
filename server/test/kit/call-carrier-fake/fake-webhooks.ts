import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks.js';
import { CALL_ACCOUNT, type FakeCall } from './call-carrier-fake.ts';

/** Posts a webhook about a call, signed by Twilio's library. */
export async function postWebhook(
  call: FakeCall,
  url: string,
  { status, sipStatus, isForged = false }: { status: string; sipStatus?: string; isForged?: boolean },
): Promise<{ status: number; text: string }> {
  const form: Record<string, string> = {
    CallSid: call.sid,
    AccountSid: CALL_ACCOUNT.accountSid,
    From: call.from,
    To: call.to,
    CallStatus: status,
    ApiVersion: '2010-04-01',
    Direction: call.direction,
    ...(sipStatus === undefined ? {} : { SipResponseCode: sipStatus }),
  };
  const token = isForged ? 'another-token' : CALL_ACCOUNT.authToken;
  const sent = fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': getExpectedTwilioSignature(token, url, form),
    },
    body: new URLSearchParams(form),
  });
  const answer = await sent.then(
    async (response) => ({ status: response.status, text: await response.text() }),
    () => ({ status: 0, text: '' }),
  );
  call.answers.push(answer.status);
  return answer;
}

/** The TwiML elements that calls with streams need. */
export interface ReadInstruction {
  streamUrl: string | null;
  digits: string | null;
  /** URL to request after the stream ends. */
  againUrl: string | null;
  rejects: string | null;
  hangsUp: boolean;
}

export function readInstruction(xml: string): ReadInstruction {
  const found = (pattern: RegExp): string | null => unescaped(pattern.exec(xml)?.[1] ?? null);
  return {
    streamUrl: found(/<Connect><Stream url="([^"]*)"/),
    againUrl: found(/<\/Connect><Redirect method="POST">([^<]*)<\/Redirect>/),
    digits: found(/<Play digits="([^"]*)"/),
    rejects: found(/<Reject reason="([^"]*)"/),
    hangsUp: xml.includes('<Hangup/>'),
  };
}

function unescaped(text: string | null): string | null {
  return (
    text
      ?.replaceAll('&quot;', '"')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&') ?? null
  );
}
