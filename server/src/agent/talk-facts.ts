import { looseName, namesIn, type SystemVariable, valueFinder } from '#contract/render-variables.ts';
import { personNameIn } from '../core/person-names.ts';
import type { Persona, TalkChannel, TalkFacts } from './turn.ts';
import { clockAt } from './zone-time.ts';

type Values = Record<string, unknown>;

/**
 * The conversation-dependent parts of a persona: variables of the call, lead or message override the assistant's own,
 * and may hold the customer's name.
 * @param about `merged`: both kinds of variables, as stored with the call or conversation; `given`: names of the
 * variables that came with it, or null if unknown (then variables that differ from the assistant's own count as given)
 */
export function personaInTalk(about: {
  own: Values;
  merged: Values;
  given: readonly string[] | null;
  talk: TalkFacts;
}): Pick<Persona, 'variables' | 'talk'> {
  const { own, merged, given, talk } = about;
  const ofTalk = Object.fromEntries(
    Object.entries(merged).filter(([name, value]) => !isSame(own[name], value)),
  );
  // A variable that the assistant sets for all its customers is not this customer's name.
  const naming = Object.fromEntries(Object.entries(ofTalk).filter(([name]) => given?.includes(name) ?? true));
  return {
    variables: layered(own, ofTalk),
    talk: { ...talk, customerName: oneLine(personNameIn(naming) ?? talk.customerName) },
  };
}

/**
 * All variables for the assistant's texts.
 * @param now default: the start of the conversation
 */
export function textValues(
  persona: Pick<Persona, 'variables' | 'talk' | 'timezone'>,
  now: Date | undefined = persona.talk?.beganAt,
): Values {
  return layered(systemValues(persona, now), persona.variables);
}

/**
 * The values that the model knows from its prompt. Others, such as the token of a tool, are secrets: a visitor could have
 * the model write their names.
 */
export function valuesInPrompt(
  persona: Pick<Persona, 'variables' | 'talk' | 'timezone' | 'systemPrompt' | 'hidesCustomer'>,
  now: Date,
): Values {
  const find = valueFinder(textValues(persona, now));
  const names = namesIn(persona.systemPrompt);
  if (persona.hidesCustomer !== true) names.push('customer_name');
  return Object.fromEntries(names.map((name) => [name, find(name)]));
}

const CHANNEL_WORDS: Readonly<Record<TalkChannel, string>> = {
  phone: 'a phone call',
  web: 'a voice call in the browser',
  widget: 'a chat on a website',
  test: 'a chat on a website',
  api: 'a chat',
  msgapp: 'a chat in a messaging app',
};

/** The channel and the known facts about the customer, for a prompt. */
export function talkSentence({ channel, customerName, customerPhone, hasOptedOut }: TalkFacts): string {
  const known = [
    ...(customerName === null ? [] : [`name ${JSON.stringify(customerName)}`]),
    ...(customerPhone === null ? [] : [`phone number ${customerPhone}`]),
  ];
  const customer = known.length === 0 ? '' : ` The customer: ${known.join(', ')}.`;
  return `This is ${CHANNEL_WORDS[channel]}.${customer}${hasOptedOut ? ` ${OPTED_OUT}` : ''}`;
}

const OPTED_OUT =
  'The customer has opted out of calls and messages from us. Answer them now, but do not offer or promise to contact them later.';

const MAX_NAME_CHARACTERS = 100;

/** Names are untrusted: reduced to one short line, so that they cannot imitate a paragraph of the prompt. */
function oneLine(value: unknown): string | null {
  const line = typeof value === 'string' ? value.replaceAll(/\s+/g, ' ').trim() : '';
  return line === '' ? null : line.slice(0, MAX_NAME_CHARACTERS).toWellFormed();
}

function systemValues(
  { talk, timezone }: Pick<Persona, 'talk' | 'timezone'>,
  now: Date | undefined,
): Record<SystemVariable, unknown> {
  const clock = now === undefined ? null : clockAt(now, timezone);
  return {
    customer_phone: talk?.customerPhone,
    customer_name: talk?.customerName,
    assistant_phone: talk?.assistantPhone,
    current_time: clock?.time,
    current_date: clock?.date,
    current_weekday: clock?.weekday,
    timezone: clock?.zone ?? timezone,
    call_id: talk?.callId,
    conversation_id: talk?.conversationId,
    lead_id: talk?.leadId,
    campaign_name: talk?.campaignName,
    channel: talk?.channel,
  };
}

/** Later layers win, even if the names differ in spaces or case; blank values count as absent. */
function layered(...layers: readonly Values[]): Values {
  const values = new Map<string, unknown>();
  const spellings = new Map<string, string[]>();
  for (const layer of layers) {
    for (const [name, value] of Object.entries(layer)) {
      if (value === undefined || value === null || value === '') continue;
      const loose = looseName(name);
      const others = spellings.get(loose) ?? [];
      for (const other of others) if (!Object.hasOwn(layer, other)) values.set(other, value);
      values.set(name, value);
      if (!others.includes(name)) spellings.set(loose, [...others, name]);
    }
  }
  return Object.fromEntries(values);
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
