import type { Gate } from '../../../core/gate.ts';
import type { ChannelDependencies } from '../../channels/actions.ts';
import type { ConversationDependencies } from '../../conversations/actions.ts';

export interface MessagingDependencies {
  channels: ChannelDependencies;
  conversations: ConversationDependencies;
  /** How many customers this process answers at a time. */
  answering: Gate;
}
