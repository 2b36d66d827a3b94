import type { ChannelDependencies } from '../../channels/actions.ts';
import type { ConversationDependencies } from '../../conversations/actions.ts';
import type { AnswerQueue } from './answer-queue.ts';

export interface MessagingDependencies {
  channels: ChannelDependencies;
  conversations: ConversationDependencies;
  /** Customers whom this process answers. */
  answering: AnswerQueue;
}
