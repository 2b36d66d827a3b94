import type { ChannelDependencies } from '../../channels/actions.ts';
import type { ConversationDependencies } from '../../conversations/actions.ts';

export interface MessagingDependencies {
  channels: ChannelDependencies;
  conversations: ConversationDependencies;
}
