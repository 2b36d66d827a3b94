import type { CallInstruction } from '../../interfaces/call-carrier.ts';

const XML_HEAD = '<?xml version="1.0" encoding="UTF-8"?>';

/** Instructions for a call in XML: https://www.twilio.com/docs/voice/twiml */
export function twiml(instruction: CallInstruction): string {
  return `${XML_HEAD}<Response>${verbs(instruction)}</Response>`;
}

function verbs(instruction: CallInstruction): string {
  switch (instruction.kind) {
    case 'stream': {
      const { url, againUrl, digits } = instruction;
      const keys = digits === undefined ? '' : `<Play${attribute('digits', digits)}/>`;
      const stream = `<Connect><Stream${attribute('url', url)}/></Connect>`;
      // Twilio continues here when our side or a dying process closes the WebSocket.
      return `${keys}${stream}<Redirect method="POST">${escaped(againUrl)}</Redirect>`;
    }
    case 'reject':
      return `<Reject${attribute('reason', instruction.reason)}/>`;
    case 'hang-up':
      return '<Hangup/>';
  }
}

function attribute(name: string, value: string): string {
  return ` ${name}="${escaped(value)}"`;
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&apos;'],
]);

/** Drops characters that XML cannot represent. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"']/g, (character) => ENTITIES.get(character) ?? '');
}
