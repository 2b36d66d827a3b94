import { appointmentBooking } from './appointment-booking.ts';
import type { AssistantTemplate } from './assistant-template.ts';
import { frontDesk } from './front-desk.ts';
import { leadQualification } from './lead-qualification.ts';
import { orderStatus } from './order-status.ts';
import { paymentReminder } from './payment-reminder.ts';
import { restaurantReservations } from './restaurant-reservations.ts';
import { satisfactionSurvey } from './satisfaction-survey.ts';
import { supportWithKnowledge } from './support-with-knowledge.ts';
import { websiteChat } from './website-chat.ts';

/** Most used first. */
export const TEMPLATES: readonly AssistantTemplate[] = [
  frontDesk,
  appointmentBooking,
  supportWithKnowledge,
  websiteChat,
  leadQualification,
  restaurantReservations,
  orderStatus,
  satisfactionSurvey,
  paymentReminder,
];

/** The required fields only; the server has defaults for the rest. */
export const BLANK: AssistantTemplate['assistant'] = {
  name: 'New assistant',
  type: 'inbound',
  mode: 'pipeline',
  initial_message: 'Hello! How can I help you?',
  system_prompt: 'You are a friendly assistant. Answer in one or two short sentences.',
};
