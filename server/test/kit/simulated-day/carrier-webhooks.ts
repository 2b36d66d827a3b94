import { CLOUD_ACCOUNT, TWILIO_ACCOUNT } from '../carrier-fake/carrier-fake.ts';
import type { Answer } from '../test-server.ts';
import {
  cloudGarbage,
  cloudRich,
  cloudValue,
  twilioForm,
  twilioGarbage,
  twilioRich,
  type Writer,
} from './carrier-payloads.ts';
import type { Channel, Delivery, RichKind } from './customer-scenarios.ts';
import type { DayWorld } from './day-world.ts';
import type { Journal, Person } from './journal.ts';

/** A text, or another kind of message. */
export type Content = { text: string } | { what: RichKind; title: string };

const TWILIO_NUMBER = `whatsapp:${TWILIO_ACCOUNT.numbers[0]}`;
const FILE_BASE = `https://api.twilio.com/2010-04-01/Accounts/${TWILIO_ACCOUNT.accountSid}/Messages/MM1/Media/`;

/** Reports of the carriers about a customer. Ids are unique in the day. */
export class CarrierWebhooks {
  readonly #world: DayWorld;
  readonly #journal: Journal;
  #count = 0;

  constructor(world: DayWorld, journal: Journal) {
    this.#world = world;
    this.#journal = journal;
  }

  newId(): string {
    this.#count += 1;
    return `wamid.day-${this.#count}`;
  }

  /** A report of a customer's message. Calling it again repeats it. */
  message(person: Person, channel: Channel, about: { id: string; content: Content }): () => Promise<void> {
    const { id, content } = about;
    const writer = writerOf(person);
    const quoted = person.own.get(channel)?.at(-1) ?? 'unknown';
    if (channel === 'cloud') {
      const said =
        'text' in content
          ? { type: 'text', text: { body: content.text } }
          : cloudRich(content.what, content.title, quoted);
      const timestamp = this.#seconds();
      return () => this.cloud(cloudValue(writer, { id, timestamp, ...said }));
    }
    if (channel === 'twilio') {
      const fields =
        'text' in content
          ? { Body: content.text }
          : twilioRich(content.what, content.title, { quoted, base: FILE_BASE });
      return () => this.twilio(twilioForm(writer, TWILIO_NUMBER, { MessageSid: id, ...fields }));
    }
    const text = 'text' in content ? content.text : content.title;
    return () =>
      this.toSandbox(this.#world.account, this.#world.senders.sandbox.id, {
        id,
        from: writer.phone ?? '',
        text,
      });
  }

  edit(person: Person, { id, text }: { id: string; text: string }): () => Promise<void> {
    const edit = { original_message_id: id, message: { type: 'text', text: { body: text } } };
    return this.#change(person, { type: 'edit', edit });
  }

  deletion(person: Person, id: string): () => Promise<void> {
    return this.#change(person, { type: 'revoke', revoke: { original_message_id: id } });
  }

  reaction(
    person: Person,
    channel: Channel,
    { id, emoji }: { id: string; emoji: string | null },
  ): () => Promise<void> {
    if (channel === 'cloud') {
      return this.#change(person, {
        type: 'reaction',
        reaction: { message_id: id, emoji: emoji ?? undefined },
      });
    }
    const fields = {
      MessageSid: this.newId(),
      MessageType: 'reaction',
      OriginalRepliedMessageSid: id,
      Body: emoji ?? '',
    };
    return () => this.twilio(twilioForm(writerOf(person), TWILIO_NUMBER, fields));
  }

  inGroup(person: Person): () => Promise<void> {
    const id = this.newId();
    this.#journal.unattributed.push(id);
    const message = { id, group_id: 'G1', type: 'text', text: { body: 'Hello, group' } };
    return () => this.cloud(cloudValue(writerOf(person), message));
  }

  garbage(channel: Channel): Promise<void> {
    const marker = this.newId();
    this.#journal.unattributed.push(marker);
    if (channel === 'twilio') return this.twilio(twilioGarbage(marker, this.#count));
    const { field, said } = cloudGarbage(marker, this.#count);
    return this.cloud(said, field);
  }

  echo(person: Person): () => Promise<void> {
    const { phone, channelId } = writerOf(person);
    const id = this.newId();
    this.#journal.echoes.push({ scenario: person.scenario.index, id });
    const echo = {
      id,
      to: phone?.slice(1),
      to_user_id: channelId ?? undefined,
      type: 'text',
      text: { body: 'Ana here.' },
    };
    return () => this.cloud({ message_echoes: [echo] }, 'smb_message_echoes');
  }

  moved({ phone, scenario: { nextPhone } }: Person): () => Promise<void> {
    const system = { type: 'user_changed_number', wa_id: nextPhone.slice(1), body: 'New number' };
    const message = {
      id: this.newId(),
      from: phone?.slice(1),
      timestamp: this.#seconds(),
      type: 'system',
      system,
    };
    return () => this.cloud({ messages: [message] });
  }

  async toSandbox(
    account: DayWorld['account'],
    senderId: number,
    { id, from, text }: { id: string; from: string; text: string },
  ): Promise<void> {
    const path = `/sandbox/msgapp/senders/${senderId}/inbound`;
    const answer = await account.post(path, { from, message: text }, { 'idempotency-key': id });
    this.#note(answer);
    this.#journal.sandboxIds.set(answer.body.data?.message_id, id);
  }

  async cloud(said: Record<string, unknown>, field = 'messages'): Promise<void> {
    const { fake, senders } = this.#world;
    this.#note(
      await fake.says({ account: CLOUD_ACCOUNT.phoneNumberId, url: senders.cloud.url, field, said }),
    );
  }

  async twilio(said: Record<string, unknown>): Promise<void> {
    const { fake, senders } = this.#world;
    this.#note(await fake.says({ account: TWILIO_ACCOUNT.accountSid, url: senders.twilio.url, said }));
  }

  #change(person: Person, fields: Record<string, unknown>): () => Promise<void> {
    const message = { id: this.newId(), timestamp: this.#seconds(), ...fields };
    return () => this.cloud(cloudValue(writerOf(person), message));
  }

  #seconds(): string {
    return String(Math.floor(this.#world.day.clock.now().getTime() / 1000));
  }

  #note({ status, text }: Pick<Answer, 'status' | 'text'>): void {
    if (status !== 200) this.#journal.refused.push(`${status} ${text}`);
  }
}

/** A customer who has adopted a username is reported by id only. */
export function writerOf({ scenario, phone, hasWritten, hasMoved }: Person): Writer {
  const isHidden = scenario.adoptsUsername && hasWritten;
  const spelled = hasMoved ? phone : (scenario.spellings[0] ?? phone);
  return { phone: isHidden ? null : spelled, channelId: scenario.channelId };
}

/** The reports of some messages, in the order in which they arrive. */
export function inOrderOf(
  delivery: Delivery,
  reports: readonly (() => Promise<void>)[],
): (() => Promise<void>)[] {
  const repeated = reports.flatMap((report) => Array.from({ length: delivery.copies }, () => report));
  return delivery.isShuffled ? repeated.toReversed() : repeated;
}
