import type { IconComponent } from '../../../components/icons/icon.tsx';
import {
  CalendarCheck,
  ClipboardList,
  ConciergeBell,
  LifeBuoy,
  MessageCircle,
  PackageSearch,
  Receipt,
  Target,
  UtensilsCrossed,
} from '../../../components/icons/icons.ts';

const ICONS: Readonly<Record<string, IconComponent>> = {
  'front-desk': ConciergeBell,
  'appointment-booking': CalendarCheck,
  'support-with-knowledge': LifeBuoy,
  'website-chat': MessageCircle,
  'lead-qualification': Target,
  'restaurant-reservations': UtensilsCrossed,
  'order-status': PackageSearch,
  'satisfaction-survey': ClipboardList,
  'payment-reminder': Receipt,
};

/** @param id of a template */
export function templateIcon(id: string): IconComponent {
  return ICONS[id] ?? MessageCircle;
}
