import type { Channel, Scenario } from './customer-scenarios.ts';

/** A message that a customer sent, as the carrier reported it. */
export interface Said {
  scenario: number;
  /** `other`: to the second account. */
  channel: Channel | 'other';
  /** The carrier's id of the message. */
  id: string;
  kind: 'question' | 'quiet' | 'stop' | 'start' | 'robot';
  text: string;
  /** The tag by which a model's prompt shows it; null if the text does not have one. */
  tag: string | null;
  /** Edited after it was delivered, so it may be answered twice. */
  isEdited: boolean;
  isDeleted: boolean;
}

/** An attempt of the account to write to a customer. */
export interface Sent {
  scenario: number;
  channel: Channel;
  kind: 'template' | 'freeform' | 'human';
  status: number;
  code: string | null;
  /** Allowed outcomes, as `status code`. */
  expected: readonly string[];
}

/** Everything that happened outside of the installation. */
export interface Journal {
  said: Said[];
  sent: Sent[];
  /** Markers of reports that must be kept as unattributed. */
  unattributed: string[];
  /** Ids of messages to the sandbox, by message id. */
  sandboxIds: Map<number, string>;
  echoes: { scenario: number; id: string }[];
  /** Webhook requests that were not answered with 200. */
  refused: string[];
}

export const newJournal = (): Journal => ({
  said: [],
  sent: [],
  unattributed: [],
  sandboxIds: new Map(),
  echoes: [],
  refused: [],
});

/** A customer's present state. */
export interface Person {
  scenario: Scenario;
  phone: string | null;
  hasWritten: boolean;
  hasMoved: boolean;
  optedOut: boolean;
  /** When the customer last wrote to a channel, in milliseconds since 1970. */
  wroteMs: Map<Channel, number>;
  /** Ids of the customer's messages, oldest first. */
  own: Map<Channel, string[]>;
}

export function newPerson(scenario: Scenario): Person {
  return {
    scenario,
    phone: scenario.phone,
    hasWritten: false,
    hasMoved: false,
    optedOut: false,
    wroteMs: new Map(),
    own: new Map(),
  };
}
