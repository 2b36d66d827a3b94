import { seededRandom } from '../../../src/core/seeded-random.ts';

export type Channel = 'cloud' | 'twilio' | 'sandbox';

/** The kinds of one customer's message that only carriers report. */
export const RICH_KINDS = [
  'tap',
  'list',
  'quote',
  'voice',
  'picture',
  'document',
  'contacts',
  'location',
  'order',
  'unknown',
  'sticker',
] as const;

export type RichKind = (typeof RICH_KINDS)[number];

/** When a change of a message arrives: before it, while it is being answered, or after its answer. */
export type Timing = 'before' | 'while' | 'after';

/** How often and in which order the carrier reports what a customer wrote. */
export interface Delivery {
  /** 1 to 3 */
  copies: number;
  isShuffled: boolean;
  /** Reported once more two hours later. */
  isRepeatedLate: boolean;
}

export type CustomerEvent =
  | { kind: 'writes'; texts: readonly string[]; delivery: Delivery }
  | { kind: 'sends'; what: RichKind; title: string; delivery: Delivery }
  | { kind: 'edits' | 'deletes'; timing: Timing; text: string }
  | { kind: 'reacts'; to: 'own' | 'ours'; emoji: string | null }
  | { kind: 'wishes'; wish: 'stop' | 'start'; word: string; delivery: Delivery }
  | { kind: 'in-group' | 'garbage' | 'echo' | 'moves' }
  /** The account. */
  | { kind: 'template' | 'freeform' | 'takeover' | 'hand-back' }
  /** A program answers each of our messages at once, this many times. */
  | { kind: 'robot'; answers: number };

export interface ScenarioEvent {
  atMinute: number;
  channel: Channel;
  event: CustomerEvent;
}

export interface Scenario {
  index: number;
  /** As the account dials it; null if only the channel's id is known. */
  phone: string | null;
  /** As the carriers write it; also the number without variants. */
  spellings: readonly string[];
  /** As the carrier returns it for the dialed number; null if the dialed number is not mapped. */
  mapped: string | null;
  channelId: string | null;
  /** From the second message on the carrier reports only the id. */
  adoptsUsername: boolean;
  /** The number after `moves`. */
  nextPhone: string;
  events: readonly ScenarioEvent[];
}

const DAY_MINUTES = 36 * 60;

const STOP_WORDS = [
  'STOP',
  'Stop!',
  'unsubscribe',
  'Dezabonare',
  'ARRÊT',
  'стоп',
  'ΣΤΟΠ',
  'detener',
  'stop stop',
];
const START_WORDS = ['START', 'start', 'Unstop', 'Abonare', 'старт'];
const TITLES = ['Cancel', 'Stop', 'End', 'Yes', 'Tomorrow at nine'];
const QUESTIONS = [
  'When do you open?',
  'Do you have a table',
  'How much is it',
  'And for two?',
  'Où êtes-vous ?',
  '¿Hola?',
];

type Random = () => number;

const pick = <Item>(random: Random, items: readonly Item[]): Item => {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('Nothing to pick from.');
  return item;
};
const upTo = (random: Random, most: number): number => 1 + Math.floor(random() * most);

/** The scenarios of a day, the same for the same seed. */
export function customerScenarios(count: number, seed: number): Scenario[] {
  return Array.from({ length: count }, (_, index) => scenarioOf(index, seededRandom(seed * 100_003 + index)));
}

function scenarioOf(index: number, random: Random): Scenario {
  // Small seeds differ in few bits.
  for (let skipped = 0; skipped < 20; skipped += 1) random();
  const identity = identityOf(index, random);
  const channels = channelsOf(identity, random);
  const robot = random() < 0.04;
  const count = upTo(random, 12);
  let tag = 0;
  const name = (): string => {
    tag += 1;
    return `Q${index}x${tag}`;
  };
  const at = Array.from({ length: count }, () => Math.floor(random() * DAY_MINUTES)).sort(
    (one, two) => one - two,
  );
  const events = at.map((atMinute): ScenarioEvent => {
    const channel = random() < 0.8 ? (channels[0] ?? 'sandbox') : pick(random, channels);
    return { atMinute, channel, event: actOn(channel, { random, name, identity }) };
  });
  if (identity.mapped !== null)
    events.unshift({ atMinute: 0, channel: 'cloud', event: { kind: 'template' } });
  if (robot)
    events.push({
      atMinute: DAY_MINUTES - 60,
      channel: channels[0] ?? 'sandbox',
      event: { kind: 'robot', answers: 15 },
    });
  return { ...identity, index, events: events.filter(onlyOneMove()) };
}

function onlyOneMove(): (event: ScenarioEvent) => boolean {
  let hasMoved = false;
  return ({ event }) => {
    if (event.kind !== 'moves') return true;
    const isFirst = !hasMoved;
    hasMoved = true;
    return isFirst;
  };
}

type Identity = Omit<Scenario, 'index' | 'events'>;

function identityOf(index: number, random: Random): Identity {
  const digits = String(1_000_000 + index).slice(1);
  const nextPhone = `+40731${digits}`;
  const channelId = `US.13491208${String(10_000_000 + index)}`;
  const plain = { mapped: null, channelId: null, adoptsUsername: false, nextPhone };
  const known = (phone: string, other: string): Identity => ({ ...plain, phone, spellings: [other, phone] });
  const draw = random();
  if (draw < 0.06) return known(`+525587${digits}`, `+5215587${digits}`);
  if (draw < 0.12) return known(`+541187${digits}`, `+5491187${digits}`);
  if (draw < 0.18) return known(`+5531988${digits}`, `+553188${digits}`);
  if (draw < 0.22) {
    const [phone, mapped] = [`+2250712${digits}`, `+22512${digits}`];
    return { ...plain, phone, mapped, spellings: [mapped] };
  }
  const phone = `+40721${digits}`;
  if (draw < 0.32) return { ...plain, phone: null, spellings: [], channelId };
  if (draw < 0.42) return { ...plain, phone, spellings: [phone], channelId, adoptsUsername: true };
  return { ...plain, phone, spellings: [phone] };
}

function channelsOf({ phone, mapped, channelId }: Identity, random: Random): Channel[] {
  if (mapped !== null) return ['cloud'];
  const carriers: Channel[] = random() < 0.6 ? ['cloud', 'twilio'] : ['twilio', 'cloud'];
  if (phone === null || channelId !== null) return carriers.slice(0, 1);
  if (random() < 0.2) return ['sandbox', ...carriers];
  return random() < 0.25 ? carriers : carriers.slice(0, 1);
}

interface Drawing {
  random: Random;
  name(): string;
  identity: Identity;
}

function deliveryOf(random: Random): Delivery {
  return {
    copies: random() < 0.2 ? upTo(random, 3) : 1,
    isShuffled: random() < 0.3,
    isRepeatedLate: random() < 0.05,
  };
}

function actOn(channel: Channel, { random, name, identity }: Drawing): CustomerEvent {
  const delivery = deliveryOf(random);
  const draw = random();
  if (draw < 0.24) {
    return { kind: 'writes', texts: [`${pick(random, QUESTIONS)} ${name()}`], delivery };
  }
  if (draw < 0.38) {
    const texts = Array.from({ length: 1 + upTo(random, 4) }, () => `${pick(random, QUESTIONS)} ${name()}`);
    return { kind: 'writes', texts, delivery };
  }
  if (draw < 0.46) return { kind: 'writes', texts: [`Please book ${name()}`], delivery };
  if (draw < 0.53) return { kind: 'wishes', wish: 'stop', word: pick(random, STOP_WORDS), delivery };
  if (draw < 0.59) return { kind: 'wishes', wish: 'start', word: pick(random, START_WORDS), delivery };
  if (draw < 0.64) return { kind: 'template' };
  if (draw < 0.7) return { kind: 'freeform' };
  if (draw < 0.73) return { kind: 'takeover' };
  if (draw < 0.76) return { kind: 'hand-back' };
  if (channel === 'sandbox') return { kind: 'writes', texts: [`Hello ${name()}`], delivery };
  if (draw < 0.87) {
    return { kind: 'sends', what: pick(random, RICH_KINDS), title: pick(random, TITLES), delivery };
  }
  if (draw < 0.89)
    return { kind: 'reacts', to: random() < 0.5 ? 'own' : 'ours', emoji: random() < 0.8 ? '👍' : null };
  if (channel === 'twilio') return { kind: 'garbage' };
  if (draw < 0.93)
    return { kind: 'edits', timing: pick(random, ['before', 'while', 'after']), text: `Changed ${name()}` };
  if (draw < 0.95)
    return { kind: 'deletes', timing: pick(random, ['before', 'while', 'after']), text: `Secret ${name()}` };
  if (draw < 0.965) return { kind: 'in-group' };
  if (draw < 0.975) return { kind: 'garbage' };
  if (draw < 0.99) return { kind: 'echo' };
  const mayMove = identity.phone !== null && identity.mapped === null && identity.channelId === null;
  return mayMove ? { kind: 'moves' } : { kind: 'in-group' };
}
